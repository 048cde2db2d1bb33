/*
 * Status and health of all bookings, for lists and events.
 *
 * - `booking-judgements.ts` keeps them in memory; `judge-booking.ts` judges one. `open-bookings.ts`,
 *   `touched-bookings.ts`: the bookings to evaluate. `read-disputed.ts`: those whose counts a third party disputes.
 * - `booking-state-sql.ts`, `state-filters.ts`: the status as SQL. `booking-progress.ts`: delivered events.
 * - `watch-bookings.ts`: events when a booking starts or stops delivering. `notify-critical.ts`: notifications.
 *
 * The rules themselves are in `core/booking`. See docs/decisions/0105-cached-booking-states.md.
 */

import { type Kysely, sql } from 'kysely';
import type { DeliveryHealth } from '../../../../core/vocabulary/statuses.ts';
import type { LatestPlan, ReadLatestPlan } from '../../../../exchange/plan/latest-plan.ts';
import { counterColumns } from '../../../../platform/db/counter-columns.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { judgeBooking, noTotals, plansAt, type Totals } from './judge-booking.ts';
import { readMissedParts } from './missed-parts.ts';
import { type OpenBooking, openBookingsOf } from './open-bookings.ts';
import { readDisputed } from './read-disputed.ts';

/** Current time and pacing plan for judgements. */
export type JudgementContext = { readonly nowMs: () => number; readonly readPlan: ReadLatestPlan };

/** Booking whose health is not `ok`. */
export type UnhealthyBooking = { readonly id: number; readonly campaignId: number; readonly health: DeliveryHealth };

/** State for filtering and sorting a list at one time. */
export type Judgements = {
  /** Epoch ms. */
  readonly nowMs: number;
  /** IDs of open bookings without a fitting ad. */
  readonly missingSetup: readonly number[];
  readonly unhealthy: readonly UnhealthyBooking[];
};

type Judged = { readonly booking: OpenBooking; readonly health: DeliveryHealth };
type Kept = {
  readonly judged: Map<number, Judged>;
  /** Time at which all counts were read and judged, epoch ms. */
  readonly countedAtMs: number;
};

/**
 * Age limits of the judgements in milliseconds. Reading the counts of 10,000 bookings and judging them takes 100 ms.
 * After the shorter time it runs in the background, after the longer time the response waits for it.
 */
const freshMs = 10_000;
const stalestMs = 60_000;

/** Judges the open bookings of a database. */
export type Judge = (moment: JudgementContext) => Promise<Judgements>;

const judges = new WeakMap<Kysely<Database>, Judge>();

/**
 * Returns the function that judges all open bookings, independent of the caller, because lists filter by visibility.
 * Bookings that are touched by a revision, or that have started or ended, are judged immediately. Values that depend on
 * delivery are at most one minute old.
 */
export function judgeOf(database: Kysely<Database>): Judge {
  const judge = judges.get(database) ?? keepJudging(database);
  judges.set(database, judge);
  return judge;
}

function keepJudging(database: Kysely<Database>): Judge {
  const readOpen = openBookingsOf(database);
  let kept: Kept | null = null;
  let counting: Promise<Kept> | null = null;
  /** Time of the last check for bookings that have started or ended. */
  let lookedAtMs = 0;

  /** Runs once at a time. Concurrent callers share the result. */
  async function count(open: ReadonlyMap<number, OpenBooking>, look: Look): Promise<Kept> {
    counting ??= judgeAll(database, [...open.values()], look).then((judged) => ({ judged, countedAtMs: look.nowMs }));
    try {
      kept = await counting;
      lookedAtMs = kept.countedAtMs;
      return kept;
    } finally {
      counting = null;
    }
  }

  /** Returns recent judgements, or computes them. */
  async function counted(open: ReadonlyMap<number, OpenBooking>, look: Look): Promise<Kept> {
    const isYounger = (than: number) => kept !== null && Math.abs(look.nowMs - kept.countedAtMs) <= than;
    if (kept !== null && isYounger(freshMs)) return kept;
    const counts = count(open, look);
    if (kept === null || !isYounger(stalestMs)) return counts;
    // The response uses the older judgements. The next call reports a failed read.
    counts.catch(() => undefined);
    return kept;
  }

  return async ({ nowMs: clock, readPlan }) => {
    const nowMs = clock();
    const [open, plan] = await Promise.all([readOpen(nowMs), readPlan()]);
    const { judged } = await counted(open, { nowMs, plan });
    const again = [...open.values()].filter((booking) => {
      const isSame = judged.get(booking.row.id)?.booking === booking;
      return !isSame || hasTurned(booking, lookedAtMs, nowMs);
    });
    for (const [id, each] of await judgeAll(database, again, { nowMs, plan })) judged.set(id, each);
    lookedAtMs = nowMs;
    return judgementsOf(open, judged, nowMs);
  };
}

/** Returns whether it started or ended between two times, in any order. */
function hasTurned({ facts }: OpenBooking, oneMs: number, otherMs: number): boolean {
  const [fromMs, toMs] = [Math.min(oneMs, otherMs), Math.max(oneMs, otherMs)];
  const { startMs, endMs, campaign } = facts;
  return [startMs, endMs, campaign.validUntilMs].some((atMs) => atMs !== null && atMs > fromMs && atMs <= toMs);
}

type Look = { readonly nowMs: number; readonly plan: LatestPlan | null };

async function judgeAll(
  database: Kysely<Database>,
  bookings: readonly OpenBooking[],
  { nowMs, plan }: Look,
): Promise<Map<number, Judged>> {
  const ids = bookings.map(({ row }) => row.id);
  const [totals, disputed, missedParts] = await Promise.all([
    readTotals(database, ids),
    readDisputed(database, ids, nowMs),
    readMissedParts(database, ids),
  ]);
  const plans = plansAt(plan, nowMs);
  return new Map(
    bookings.map((booking) => {
      const { row, facts } = booking;
      const counts = { ...(totals.get(row.id) ?? noTotals), hasDiscrepancy: disputed.has(row.id) };
      const [planned, missedPart] = [plans.get(row.id), missedParts.get(row.id)];
      const { health } = judgeBooking(row, { facts, planned, counts, missedPart, nowMs });
      return [row.id, { booking, health }];
    }),
  );
}

function judgementsOf(
  open: ReadonlyMap<number, OpenBooking>,
  judged: ReadonlyMap<number, Judged>,
  nowMs: number,
): Judgements {
  const missingSetup: number[] = [];
  const unhealthy: UnhealthyBooking[] = [];
  for (const { row, facts } of open.values()) {
    const { id, campaignId } = row;
    if (facts.readiness.fittingAdCount === 0) missingSetup.push(id);
    const health = judged.get(id)?.health ?? 'ok';
    if (health !== 'ok') unhealthy.push({ id, campaignId, health });
  }
  return { nowMs, missingSetup, unhealthy };
}

type Counted = Omit<Totals, 'hasDiscrepancy'>;

async function readTotals(
  database: Kysely<Database>,
  bookingIds: readonly number[],
): Promise<ReadonlyMap<number, Counted>> {
  if (bookingIds.length === 0) return new Map();
  const { rows } = await sql<Counted & { id: number }>`
    select total.booking_id as id, ${counterColumns('total')}, last.local_day as last_day
    from booking_total total
    left join lateral (
      select booking_day.local_day from booking_day where booking_day.booking_id = total.booking_id
      order by booking_day.local_day desc limit 1
    ) last on true
    where total.booking_id = any(${bookingIds}::bigint[])`.execute(database);
  return new Map(rows.map((row) => [row.id, row]));
}
