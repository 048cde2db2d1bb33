import { sql, type Transaction } from 'kysely';
import { type DeliveryEvent, expiresAtMs } from '../../exchange/journal/delivery-event.ts';
import { localDayOf } from '../../exchange/journal/local-day.ts';
import type { TimeZones } from '../../exchange/journal/position-time-zones.ts';
import type { Database } from '../../platform/db/schema.ts';

/** Under which time an event is in the sums. */
export type Counted = {
  /** Epoch ms. */
  readonly atMs: number;
  /** As its time zone was then; null: it was not kept. */
  readonly localDay: string | null;
};

/** What became of events that are to be counted. */
export type Noted = {
  /** Never counted before. */
  readonly fresh: readonly DeliveryEvent[];
  /** Counted before, under a later time than their own: journals are read in no certain order. */
  readonly moved: readonly { readonly event: DeliveryEvent; readonly counted: Counted }[];
  /** Counted before. */
  readonly repeated: readonly DeliveryEvent[];
};

/**
 * Remembers that these events are counted and when they happened: that of several reports of one event is the earliest,
 * whichever is read first, so that sums do not depend on the order of journals. No other roll-up may be in a
 * transaction. Source: docs/decisions/0094-an-event-counts-when-it-happened-first.md.
 * @param events each id once
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

/** The ids of those that were not counted before. */
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

/** Of those that happened before they were counted: under which time they were, by id. */
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
