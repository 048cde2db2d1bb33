import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { BookingFacts } from '../../../../core/booking/booking-facts.ts';
import { blockingReasonsOf, bookingStatus } from '../../../../core/booking/booking-status.ts';
import type { BlockingReason } from '../../../../core/vocabulary/reasons.ts';
import type { Database, StoredTouch } from '../../../../platform/db/schema.ts';
import { appendEvents, type NewEvent } from '../../../../platform/events/append-events.ts';
import { linkOf } from '../../../../platform/events/event-of-change.ts';
import { notifyOfBooking } from '../notify-of-booking.ts';
import { readBookingFacts } from '../read-booking-facts.ts';
import { touchedBookings } from './touched-bookings.ts';

/**
 * Most bookings evaluated per pass. If more bookings, or too many revisions, have changed, all bookings are evaluated.
 */
const bookingsAtOnce = 1_000;
const maxRevisions = 500;
/** Interval in milliseconds at which the time is stored without changes. */
const notedMs = 10_000;

export type WatchBookingsOptions = {
  readonly database: Kysely<Database>;
  readonly publicUrl: string;
  readonly nowMs?: () => number;
};

type State = { readonly revision: number; readonly at: Date; readonly seenTo: number | null };
type Look = {
  readonly nowMs: number;
  readonly beforeMs: number;
  readonly revision: number;
  readonly publicUrl: string;
};

/**
 * Evaluates the bookings that may have changed since the last pass, and appends events for those whose state changed by
 * other causes (a creative was rejected, a position archived) or that started or ended. The seen state, the progress
 * and the events are written in one transaction, so events are neither repeated nor lost while it does not run. Of
 * several workers one evaluates.
 */
export async function watchBookings({ database, publicUrl, nowMs = Date.now }: WatchBookingsOptions): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const state = await lockState(transaction);
    if (state === null) return;
    const { revision } = await transaction
      .selectFrom('currentRevision')
      .select('currentRevision.revision')
      .executeTakeFirstOrThrow();
    const now = new Date(nowMs());
    const touched = await touchedBetween(transaction, state.revision, revision);
    // Evaluates all bookings, some per pass, if the affected bookings are unknown.
    const seenTo = touched === null ? 0 : state.seenTo;
    const next = seenTo === null ? [] : await bookingsAfter(transaction, seenTo);
    const ids = new Set([...(touched ?? []), ...next, ...(await beginningOrEnding(transaction, state.at, now))]);
    const isSame = ids.size === 0 && revision === state.revision && seenTo === state.seenTo;
    if (isSame && now.getTime() - state.at.getTime() < notedMs) return;
    const look = { nowMs: now.getTime(), beforeMs: state.at.getTime(), revision, publicUrl };
    await appendEvents(transaction, await lookAt(transaction, [...ids], look));
    const through = next.length < bookingsAtOnce ? null : (next.at(-1) ?? null);
    await transaction
      .updateTable('bookingWatchState')
      .set({ revision, at: now > state.at ? now : state.at, seenTo: seenTo === null ? null : through })
      .execute();
  });
}

async function lockState(transaction: Transaction<Database>): Promise<State | null> {
  const row = await transaction
    .selectFrom('bookingWatchState')
    .select(['bookingWatchState.revision', 'bookingWatchState.at', 'bookingWatchState.seenTo'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
}

/** Returns null if any booking may have changed. */
async function touchedBetween(
  transaction: Transaction<Database>,
  after: number,
  through: number,
): Promise<ReadonlySet<number> | null> {
  if (after === through) return new Set();
  const { rows } = await sql<{ touched: StoredTouch[] | null }>`
    select revision.touched from revision
    where revision.revision > ${after} and revision.revision <= ${through} limit ${maxRevisions + 1}
  `.execute(transaction);
  if (rows.length > maxRevisions || rows.length !== through - after) return null;
  const touches: StoredTouch[] = [];
  for (const { touched } of rows) {
    if (touched === null) return null;
    touches.push(...touched);
  }
  return touchedBookings(transaction, touches, bookingsAtOnce);
}

async function bookingsAfter(transaction: Transaction<Database>, id: number): Promise<readonly number[]> {
  const rows = await transaction
    .selectFrom('booking')
    .select('booking.id')
    .where('booking.id', '>', id)
    .orderBy('booking.id')
    .limit(bookingsAtOnce)
    .execute();
  return rows.map((row) => row.id);
}

async function beginningOrEnding(
  transaction: Transaction<Database>,
  after: Date,
  now: Date,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select booking.id from booking
    where booking.archived_at is null and booking.start_date > ${after} and booking.start_date <= ${now}
    union
    select booking.id from booking
    where booking.archived_at is null and booking.end_date > ${after} and booking.end_date <= ${now}
  `.execute(transaction);
  return rows.map(({ id }) => id);
}

async function lookAt(transaction: Transaction<Database>, ids: readonly number[], look: Look): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  for (let from = 0; from < ids.length; from += bookingsAtOnce) {
    const some = ids.slice(from, from + bookingsAtOnce).toSorted((a, b) => a - b);
    const rows = await transaction.selectFrom('booking').selectAll().where('booking.id', 'in', some).execute();
    const facts = await readBookingFacts(transaction, rows);
    const seen = await transaction
      .selectFrom('bookingWatch')
      .selectAll()
      .where('bookingWatch.bookingId', 'in', some)
      .execute();
    const reasonsSeen = new Map(seen.map((row) => [row.bookingId, row.blockingReasons as BlockingReason[]]));
    for (const [id, of] of facts) events.push(...eventsOf({ id, facts: of, seen: reasonsSeen.get(id) }, look));
    for (const row of rows) {
      const of = facts.get(row.id);
      if (of !== undefined && hasEnded(of, look))
        await notifyOfBooking(transaction, 'ended', row, String(row.endDate?.getTime()));
    }
    await remember(transaction, facts, look.nowMs);
  }
  return events;
}

type Looked = {
  readonly id: number;
  readonly facts: BookingFacts;
  /** undefined if it was never evaluated. */
  readonly seen: readonly BlockingReason[] | undefined;
};

function eventsOf({ id, facts, seen }: Looked, look: Look): NewEvent[] {
  const status = bookingStatus(facts, look.nowMs);
  const previousStatus = bookingStatus(facts, look.beforeMs);
  const about = { kind: 'bookings', id, link: linkOf(look.publicUrl, 'bookings', id), status, actor: null } as const;
  const events: NewEvent[] = [];
  if (previousStatus === 'planned' && status === 'running') {
    events.push({ type: 'booking.started', data: { ...about, previousStatus, revision: null } });
  }
  if (hasEnded(facts, look)) {
    events.push({ type: 'booking.finished', data: { ...about, previousStatus, revision: null } });
  }
  const reasons = blockingReasonsOf(facts, look.nowMs);
  // Only approved bookings have a state, and the approval itself sends an event.
  const wasApproved = seen !== undefined && !seen.includes('BOOKING_NOT_APPROVED');
  if (wasApproved && !reasons.includes('BOOKING_NOT_APPROVED') && !isDeepStrictEqual(seen, reasons)) {
    const health = { blockingReasons: [...reasons], previousBlockingReasons: [...seen] };
    const data = { ...about, previousStatus: null, revision: look.revision, ...health };
    events.push({ type: 'booking.health_changed', data });
  }
  return events;
}

function hasEnded(facts: BookingFacts, { nowMs, beforeMs }: Look): boolean {
  return bookingStatus(facts, beforeMs) !== 'finished' && bookingStatus(facts, nowMs) === 'finished';
}

async function remember(
  transaction: Transaction<Database>,
  facts: ReadonlyMap<number, BookingFacts>,
  nowMs: number,
): Promise<void> {
  if (facts.size === 0) return;
  await transaction
    .insertInto('bookingWatch')
    .values([...facts].map(([bookingId, of]) => ({ bookingId, blockingReasons: [...blockingReasonsOf(of, nowMs)] })))
    .onConflict((conflict) =>
      conflict.column('bookingId').doUpdateSet((eb) => ({ blockingReasons: eb.ref('excluded.blockingReasons') })),
    )
    .execute();
}
