import { sql, type Transaction } from 'kysely';
import { type DeliveryEvent, expiresAtMs } from '../../../exchange/journal/delivery-event.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Calendar, LocalHour } from '../sums/calendar.ts';
import type { MutableNoted } from './noted.ts';

/**
 * Records events as counted, one row for each: those of decisions without a sequence number, and those from before the
 * migration to ranges. The transaction must hold the lock `rowsStripe`.
 */
export async function noteRows(
  transaction: Transaction<Database>,
  events: readonly DeliveryEvent[],
  { calendar, noted }: { readonly calendar: Calendar; readonly noted: MutableNoted },
): Promise<void> {
  if (events.length === 0) return;
  const first = new Map<string, DeliveryEvent>();
  for (const event of events) {
    const before = first.get(event.eventId);
    if (before === undefined || event.atMs < before.atMs) first.set(event.eventId, event);
    if (before !== undefined) noted.repeated.push(event.atMs < before.atMs ? before : event);
  }
  const unique = [...first.values()];
  const inserted = await insert(transaction, unique, calendar);
  const known = unique.filter(({ eventId }) => !inserted.has(eventId));
  const before = await moveToEarlier(transaction, known, calendar);
  for (const event of unique) {
    const counted = before.get(event.eventId);
    if (inserted.has(event.eventId)) noted.fresh.push(event);
    else if (counted === undefined) noted.repeated.push(event);
    else noted.moved.push({ event, counted });
  }
}

/** Returns the IDs that were not counted before. */
async function insert(
  transaction: Transaction<Database>,
  events: readonly DeliveryEvent[],
  calendar: Calendar,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ eventId: string }>`
    insert into counted_event (event_id, expires_at, happened_at, local_day)
    select * from unnest(${events.map((event) => event.eventId)}::text[],
      ${events.map((event) => new Date(expiresAtMs(event)))}::timestamptz[],
      ${events.map((event) => new Date(event.atMs))}::timestamptz[], ${daysOf(events, calendar)}::date[])
    on conflict (event_id) do nothing
    returning counted_event.event_id`.execute(transaction);
  return new Set(rows.map((row) => row.eventId));
}

/** Returns the previous local hour by ID for events that occurred before the time under which they were counted. */
async function moveToEarlier(
  transaction: Transaction<Database>,
  events: readonly DeliveryEvent[],
  calendar: Calendar,
): Promise<ReadonlyMap<string, LocalHour>> {
  if (events.length === 0) return new Map();
  const { rows } = await sql<{ eventId: string; hourAt: Date; localDay: string }>`
    update counted_event set happened_at = given.happened_at, local_day = given.local_day
    from unnest(${events.map((event) => event.eventId)}::text[],
        ${events.map((event) => new Date(event.atMs))}::timestamptz[],
        ${daysOf(events, calendar)}::date[]) as given (event_id, happened_at, local_day)
      join counted_event as old on old.event_id = given.event_id
    where counted_event.event_id = given.event_id and old.happened_at > given.happened_at
    returning counted_event.event_id, date_trunc('hour', old.happened_at, 'UTC') as hour_at,
      coalesce(old.local_day, (old.happened_at at time zone 'UTC')::date) as local_day`.execute(transaction);
  return new Map(rows.map((row) => [row.eventId, calendar.at(row.hourAt.getTime(), row.localDay)]));
}

function daysOf(events: readonly DeliveryEvent[], calendar: Calendar): readonly string[] {
  return events.map(({ atMs, positionId }) => calendar.of(atMs, positionId).localDay);
}
