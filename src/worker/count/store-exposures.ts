import { type Kysely, sql, type Transaction } from 'kysely';
import { dayMs } from '../../core/time/durations.ts';
import type { ExposureRecord } from '../../exchange/journal/exposure-record.ts';
import type { Database } from '../../platform/db/schema.ts';

/** Retention of the viewers of an experiment. */
const exposureTtlMs = 90 * dayMs;

/** Stores the viewers of experiments: the group and the earliest exposure of each. Locks them in the order of their keys. */
export async function storeExposures(
  transaction: Transaction<Database>,
  records: readonly ExposureRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const earliest = [...earliestOfEach(records).values()].sort((one, other) =>
    one.bookingId === other.bookingId ? (one.viewerKey < other.viewerKey ? -1 : 1) : one.bookingId - other.bookingId,
  );
  await sql`
    insert into experiment_viewer (booking_id, viewer_key, held_out, first_at)
    select given.booking_id, given.viewer_key, given.held_out, given.first_at
    from unnest(${earliest.map(({ bookingId }) => bookingId)}::bigint[],
        ${earliest.map(({ viewerKey }) => viewerKey)}::text[], ${earliest.map(({ isHeldOut }) => isHeldOut)}::boolean[],
        ${earliest.map(({ atMs }) => new Date(atMs))}::timestamptz[])
      as given (booking_id, viewer_key, held_out, first_at)
    where not exists (select from erased_shopper where erased_shopper.shopper_key = given.viewer_key)
    order by given.booking_id, given.viewer_key
    on conflict (booking_id, viewer_key) do update
      set first_at = excluded.first_at, held_out = excluded.held_out, converted_at = null
      where experiment_viewer.first_at > excluded.first_at`.execute(transaction);
}

function earliestOfEach(records: readonly ExposureRecord[]): ReadonlyMap<string, ExposureRecord> {
  const earliest = new Map<string, ExposureRecord>();
  for (const record of records) {
    const key = `${record.bookingId} ${record.viewerKey}`;
    if (record.atMs < (earliest.get(key)?.atMs ?? Number.POSITIVE_INFINITY)) earliest.set(key, record);
  }
  return earliest;
}

/** Deletes viewers whose first exposure is too long ago. @param nowMs epoch ms up to which events were counted */
export async function forgetExposures(database: Kysely<Database>, nowMs: number): Promise<void> {
  await sql`delete from experiment_viewer
    where experiment_viewer.first_at < ${new Date(nowMs - exposureTtlMs)}::timestamptz`.execute(database);
}
