import { sql, type Transaction } from 'kysely';
import { maxCustomEvents, maxCustomEventsPerSender } from '../../core/vocabulary/limits/delivery-limits.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { DeliveryEvent } from './delivery-event.ts';
import type { NamedSum } from './sum-events.ts';

/** Reports whether the name of a custom event is stored for its booking. */
export type IsKept = (event: DeliveryEvent) => boolean;

/**
 * Stores the first custom names of each booking up to a limit, so that invented names cannot fill the table, with a
 * lower limit per sender, to leave capacity for others. No other roll-up may be in a transaction. Source:
 * docs/decisions/0025-events-by-name.md.
 */
export async function storeCustomNames(
  transaction: Transaction<Database>,
  events: readonly DeliveryEvent[],
): Promise<IsKept> {
  const custom = events.filter((event) => event.kind === 'custom' && event.filtered === null);
  if (custom.length === 0) return () => true;
  const bookingIds = [...new Set(custom.map((event) => event.bookingId))];
  const rows = await transaction
    .selectFrom('customEvent')
    .select(['customEvent.bookingId', 'customEvent.event', 'customEvent.sender'])
    .where('customEvent.bookingId', 'in', bookingIds)
    .execute();
  const kept = new Map(bookingIds.map((id) => [id, new Map<string, number | null>()]));
  for (const row of rows) kept.get(row.bookingId)?.set(row.event, row.sender);
  const fresh: { bookingId: number; event: string; sender: number | null }[] = [];
  for (const { bookingId, name = '', sender = null } of custom) {
    const names = kept.get(bookingId);
    if (names === undefined || names.has(name) || !hasCapacity(names, sender)) continue;
    names.set(name, sender);
    fresh.push({ bookingId, event: name, sender });
  }
  if (fresh.length > 0) await transaction.insertInto('customEvent').values(fresh).execute();
  return ({ kind, bookingId, name = '' }) => kind !== 'custom' || kept.get(bookingId)?.has(name) === true;
}

/** @param names of a booking, each with its sender; null: unknown */
function hasCapacity(names: ReadonlyMap<string, number | null>, sender: number | null): boolean {
  if (names.size >= maxCustomEvents) return false;
  return sender === null || [...names.values()].filter((one) => one === sender).length < maxCustomEventsPerSender;
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
