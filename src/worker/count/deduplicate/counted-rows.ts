import { sql, type Transaction } from 'kysely';
import { type DeliveryEvent, expiresAtMs } from '../../../exchange/journal/delivery-event.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Calendar, LocalHour } from '../sums/calendar.ts';
import type { Noted } from './noted.ts';

/**
 * Records events as counted, one row for each: those of decisions without a sequence number, and those from before the
 * migration to ranges. The transaction must hold the lock of rows (`lock-ranges.ts`).
 */
export async function noteRows(
  transaction: Transaction<Database>,
  indices: readonly number[],
  { events, at, calendar, noted }: RowOptions,
): Promise<void> {
  if (indices.length === 0) return;
  const first = new Map<string, number>();
  for (const index of indices) {
    const event = events[index] as DeliveryEvent;
    const before = first.get(event.eventId);
    const isEarlier = before === undefined || event.atMs < (events[before] as DeliveryEvent).atMs;
    if (isEarlier) first.set(event.eventId, index);
    if (before !== undefined) noted.repeated.push(isEarlier ? before : index);
  }
  const rows = [...first].map(([eventId, index]) => ({
    index,
    eventId,
    event: events[index] as DeliveryEvent,
    localDay: (at[index] as LocalHour).localDay,
  }));
  const inserted = await insert(transaction, rows);
  const before = await moveToEarlier(
    transaction,
    rows.filter(({ eventId }) => !inserted.has(eventId)),
    calendar,
  );
  for (const { index, eventId } of rows) {
    const counted = before.get(eventId);
    if (inserted.has(eventId)) noted.fresh.push(index);
    else if (counted === undefined) noted.repeated.push(index);
    else noted.moved.push({ index, counted });
  }
}

type RowOptions = {
  /** All events of the batch, and the local hour of each. */
  readonly events: readonly DeliveryEvent[];
  readonly at: readonly LocalHour[];
  readonly calendar: Calendar;
  readonly noted: Noted;
};

type Row = { readonly eventId: string; readonly event: DeliveryEvent; readonly localDay: string };

/** Returns the IDs that were not counted before. */
async function insert(transaction: Transaction<Database>, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const { rows: inserted } = await sql<{ eventId: string }>`
    insert into counted_event (event_id, expires_at, happened_at, local_day)
    select * from unnest(${rows.map(({ eventId }) => eventId)}::text[],
      ${rows.map(({ event }) => new Date(expiresAtMs(event)))}::timestamptz[],
      ${rows.map(({ event }) => new Date(event.atMs))}::timestamptz[], ${rows.map(({ localDay }) => localDay)}::date[])
    on conflict (event_id) do nothing
    returning counted_event.event_id`.execute(transaction);
  return new Set(inserted.map(({ eventId }) => eventId));
}

/** Returns the previous local hour by ID for events that occurred before the time under which they were counted. */
async function moveToEarlier(
  transaction: Transaction<Database>,
  rows: readonly Row[],
  calendar: Calendar,
): Promise<ReadonlyMap<string, LocalHour>> {
  if (rows.length === 0) return new Map();
  const { rows: moved } = await sql<{ eventId: string; hourAt: Date; localDay: string }>`
    update counted_event set happened_at = given.happened_at, local_day = given.local_day
    from unnest(${rows.map(({ eventId }) => eventId)}::text[],
        ${rows.map(({ event }) => new Date(event.atMs))}::timestamptz[],
        ${rows.map(({ localDay }) => localDay)}::date[]) as given (event_id, happened_at, local_day)
      join counted_event as old on old.event_id = given.event_id
    where counted_event.event_id = given.event_id and old.happened_at > given.happened_at
    returning counted_event.event_id, date_trunc('hour', old.happened_at, 'UTC') as hour_at,
      coalesce(old.local_day, (old.happened_at at time zone 'UTC')::date) as local_day`.execute(transaction);
  return new Map(moved.map((row) => [row.eventId, calendar.at(row.hourAt.getTime(), row.localDay)]));
}
