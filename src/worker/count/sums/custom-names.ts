import { sql, type Transaction } from 'kysely';
import { maxCustomEvents, maxCustomEventsPerSender } from '../../../core/vocabulary/limits/delivery-limits.ts';
import type { DeliveryEvent } from '../../../exchange/journal/delivery-event.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Reports whether the name of a custom event is stored for its booking. */
export type IsKept = (event: DeliveryEvent) => boolean;

/**
 * Stores the first custom names of each booking up to a limit, so that invented names cannot fill the table, with a
 * lower limit per sender, to leave capacity for others. Locks the names until the transaction ends if one is added.
 * Source: docs/decisions/0025-events-by-name.md.
 */
export async function storeCustomNames(
  transaction: Transaction<Database>,
  events: readonly DeliveryEvent[],
): Promise<IsKept> {
  const custom = events.filter((event) => event.kind === 'custom' && event.filtered === null);
  if (custom.length === 0) return () => true;
  let kept = await readNames(transaction, custom);
  if (custom.some(({ bookingId, name = '' }) => kept.get(bookingId)?.has(name) !== true)) {
    await sql`select pg_advisory_xact_lock(hashtext('custom event names'))`.execute(transaction);
    kept = await readNames(transaction, custom);
    const fresh = addNames(kept, custom);
    if (fresh.length > 0) await transaction.insertInto('customEvent').values(fresh).execute();
  }
  return ({ kind, bookingId, name = '' }) => kind !== 'custom' || kept.get(bookingId)?.has(name) === true;
}

/** Names of each booking, each with its sender; null: unknown. */
type Names = Map<number, Map<string, number | null>>;

async function readNames(transaction: Transaction<Database>, custom: readonly DeliveryEvent[]): Promise<Names> {
  const bookingIds = [...new Set(custom.map((event) => event.bookingId))];
  const rows = await transaction
    .selectFrom('customEvent')
    .select(['customEvent.bookingId', 'customEvent.event', 'customEvent.sender'])
    .where('customEvent.bookingId', 'in', bookingIds)
    .execute();
  const names: Names = new Map(bookingIds.map((id) => [id, new Map<string, number | null>()]));
  for (const row of rows) names.get(row.bookingId)?.set(row.event, row.sender);
  return names;
}

/** Adds the names that fit and returns them. */
function addNames(kept: Names, custom: readonly DeliveryEvent[]) {
  const fresh: { bookingId: number; event: string; sender: number | null }[] = [];
  for (const { bookingId, name = '', sender = null } of custom) {
    const names = kept.get(bookingId);
    if (names === undefined || names.has(name) || !hasCapacity(names, sender)) continue;
    names.set(name, sender);
    fresh.push({ bookingId, event: name, sender });
  }
  return fresh;
}

/** @param names of a booking, each with its sender; null: unknown */
function hasCapacity(names: ReadonlyMap<string, number | null>, sender: number | null): boolean {
  if (names.size >= maxCustomEvents) return false;
  return sender === null || [...names.values()].filter((one) => one === sender).length < maxCustomEventsPerSender;
}
