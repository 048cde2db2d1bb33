import { sql, type Transaction } from 'kysely';
import { maxCustomEvents } from '../../core/words/limits.ts';
import type { Database } from '../db/schema.ts';
import type { DeliveryEvent } from './delivery-event.ts';
import type { NamedSum } from './sum-events.ts';

/** Whether a custom event has a name that is kept for its booking. */
export type IsKept = (event: DeliveryEvent) => boolean;

/**
 * Keeps the first custom names of each booking and no more, so that who makes up names fills no table. No other roll-up
 * may be in a transaction. Source: docs/decisions/0025-events-by-name.md.
 */
export async function keepCustomNames(
  transaction: Transaction<Database>,
  events: readonly DeliveryEvent[],
): Promise<IsKept> {
  const custom = events.filter((event) => event.kind === 'custom' && event.filtered === null);
  if (custom.length === 0) return () => true;
  const bookingIds = [...new Set(custom.map((event) => event.bookingId))];
  const rows = await transaction
    .selectFrom('customEvent')
    .select(['customEvent.bookingId', 'customEvent.event'])
    .where('customEvent.bookingId', 'in', bookingIds)
    .execute();
  const kept = new Map(bookingIds.map((id) => [id, new Set<string>()]));
  for (const row of rows) kept.get(row.bookingId)?.add(row.event);
  const fresh: { bookingId: number; event: string }[] = [];
  for (const { bookingId, name = '' } of custom) {
    const names = kept.get(bookingId);
    if (names === undefined || names.has(name) || names.size >= maxCustomEvents) continue;
    names.add(name);
    fresh.push({ bookingId, event: name });
  }
  if (fresh.length > 0) await transaction.insertInto('customEvent').values(fresh).execute();
  return ({ kind, bookingId, name = '' }) => kind !== 'custom' || kept.get(bookingId)?.has(name) === true;
}

export async function addNamed(transaction: Transaction<Database>, sums: readonly NamedSum[]): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    insert into event_hour (hour_at, local_day, booking_id, creative_id, position_id, event, events)
    select * from unnest(
      ${sums.map((sum) => new Date(sum.hourMs))}::timestamptz[], ${sums.map((sum) => sum.localDay)}::date[],
      ${sums.map((sum) => sum.bookingId)}::bigint[], ${sums.map((sum) => sum.creativeId)}::bigint[],
      ${sums.map((sum) => sum.positionId)}::bigint[], ${sums.map((sum) => sum.event)}::text[],
      ${sums.map((sum) => sum.events)}::bigint[])
    on conflict (hour_at, local_day, booking_id, creative_id, position_id, event) do update set
      events = event_hour.events + excluded.events`.execute(transaction);
}
