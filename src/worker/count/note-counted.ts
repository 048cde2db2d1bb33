import { sql, type Transaction } from 'kysely';
import { type DeliveryEvent, expiresAtMs } from '../../exchange/journal/delivery-event.ts';
import { localDayOf } from '../../exchange/journal/local-day.ts';
import type { TimeZones } from '../../exchange/journal/position-time-zones.ts';
import type { Database } from '../../platform/db/schema.ts';

/** Time under which an event is in the sums. */
export type Counted = {
  /** Epoch ms. */
  readonly atMs: number;
  /** In the time zone at the time of counting; null: not stored. */
  readonly localDay: string | null;
};

/** Result of recording events as counted. */
export type Noted = {
  /** Not counted before. */
  readonly fresh: readonly DeliveryEvent[];
  /** Counted before under a later time. Journals are read in no particular order. */
  readonly moved: readonly { readonly event: DeliveryEvent; readonly counted: Counted }[];
  /** Counted before. */
  readonly repeated: readonly DeliveryEvent[];
};

/**
 * Records events as counted, with their time. Several reports of one event count at the earliest time, so sums do not
 * depend on the order of journals. No other roll-up may be in a transaction. Source:
 * docs/decisions/0094-first-occurrence-counts.md.
 * @param events each ID once
 */
export async function noteCounted(
  transaction: Transaction<Database>,
  events: readonly DeliveryEvent[],
  zones: TimeZones,
): Promise<Noted> {
  if (events.length === 0) return { fresh: [], moved: [], repeated: [] };
  const inserted = await insert(transaction, events, zones);
  const fresh = events.filter(({ eventId }) => inserted.has(eventId));
  const known = events.filter(({ eventId }) => !inserted.has(eventId));
  const before = await moveToEarlier(transaction, known, zones);
  return {
    fresh,
    moved: known.flatMap((event) => {
      const counted = before.get(event.eventId);
      return counted === undefined ? [] : [{ event, counted }];
    }),
    repeated: known.filter(({ eventId }) => !before.has(eventId)),
  };
}

/** Returns the IDs that were not counted before. */
async function insert(
  transaction: Transaction<Database>,
  events: readonly DeliveryEvent[],
  zones: TimeZones,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ eventId: string }>`
    insert into counted_event (event_id, expires_at, happened_at, local_day)
    select * from unnest(${events.map((event) => event.eventId)}::text[],
      ${events.map((event) => new Date(expiresAtMs(event)))}::timestamptz[],
      ${events.map((event) => new Date(event.atMs))}::timestamptz[], ${daysOf(events, zones)}::date[])
    on conflict (event_id) do nothing
    returning counted_event.event_id`.execute(transaction);
  return new Set(rows.map((row) => row.eventId));
}

/** Returns the previous time by ID for events that occurred before the time under which they were counted. */
async function moveToEarlier(
  transaction: Transaction<Database>,
  events: readonly DeliveryEvent[],
  zones: TimeZones,
): Promise<ReadonlyMap<string, Counted>> {
  if (events.length === 0) return new Map();
  const { rows } = await sql<{ eventId: string; happenedAt: Date; localDay: string | null }>`
    update counted_event set happened_at = given.happened_at, local_day = given.local_day
    from unnest(${events.map((event) => event.eventId)}::text[],
        ${events.map((event) => new Date(event.atMs))}::timestamptz[],
        ${daysOf(events, zones)}::date[]) as given (event_id, happened_at, local_day)
      join counted_event as old on old.event_id = given.event_id
    where counted_event.event_id = given.event_id and old.happened_at > given.happened_at
    returning counted_event.event_id, old.happened_at, old.local_day`.execute(transaction);
  return new Map(rows.map((row) => [row.eventId, { atMs: row.happenedAt.getTime(), localDay: row.localDay }]));
}

function daysOf(events: readonly DeliveryEvent[], zones: TimeZones): readonly string[] {
  return events.map(({ atMs, positionId }) => localDayOf(atMs, zones.of(positionId)));
}
