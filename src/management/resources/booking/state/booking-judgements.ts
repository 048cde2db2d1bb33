/*
 * Status and health of all bookings, for lists and events.
 *
 * - `booking-judgements.ts` keeps them in memory; `judge-booking.ts` judges one. `open-bookings.ts`,
 *   `touched-bookings.ts`: which ones.
 * - `booking-state-sql.ts`, `state-filters.ts`: the status as SQL. `booking-progress.ts`: what was delivered.
 * - `watch-bookings.ts`: events when a booking starts or stops delivering.
 *
 * The rules themselves are in `core/booking`. See docs/decisions/0105-judgements-kept.md.
 */

import { type Kysely, sql } from 'kysely';
import type { DeliveryHealth } from '../../../../core/vocabulary/statuses.ts';
import type { LatestPlan, ReadLatestPlan } from '../../../../exchange/plan/latest-plan.ts';
import { counterColumns } from '../../../../platform/db/counter-columns.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { judgeBooking, noTotals, plansAt, type Totals } from './judge-booking.ts';
import { type OpenBooking, openBookingsOf } from './open-bookings.ts';

/** What is computed of the clock and of the plan of the pacing. */
export type JudgementContext = { readonly nowMs: () => number; readonly readPlan: ReadLatestPlan };

/** A booking that is not `ok`. */
export type UnhealthyBooking = { readonly id: number; readonly campaignId: number; readonly health: DeliveryHealth };

/** What a list of this moment is filtered and ordered by. */
export type Judgements = {
  /** Epoch ms. */
  readonly nowMs: number;
  /** Open bookings without a fitting ad, by their ids. */
  readonly missingSetup: readonly number[];
  readonly unhealthy: readonly UnhealthyBooking[];
};

type Judged = { readonly booking: OpenBooking; readonly health: DeliveryHealth };
type Kept = {
  readonly judged: Map<number, Judged>;
  /** When the counts of all were read and all were judged, epoch ms. */
  readonly countedAtMs: number;
};

/**
 * Counting and judging ten thousand bookings takes a tenth of a second: after so long it is done behind an answer, and
 * only after the longer time does the answer wait for it.
 */
const freshMs = 10_000;
const stalestMs = 60_000;

/** Judges the open bookings of a database. */
export type Judge = (moment: JudgementContext) => Promise<Judgements>;

const judges = new WeakMap<Kysely<Database>, Judge>();

/**
 * How everybody's bookings are doing, since a list shows only what its caller may see. What was touched by a revision, or
 * has begun or ended, is judged at once; what moves with the delivery is at most a minute old.
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
  /** When those were looked at whose time has come. */
  let lookedAtMs = 0;

  /** One at a time; who comes meanwhile gets the same. */
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

  /** What is young enough, else what is counted now. */
  async function counted(open: ReadonlyMap<number, OpenBooking>, look: Look): Promise<Kept> {
    const isYounger = (than: number) => kept !== null && Math.abs(look.nowMs - kept.countedAtMs) <= than;
    if (kept !== null && isYounger(freshMs)) return kept;
    const counts = count(open, look);
    if (kept === null || !isYounger(stalestMs)) return counts;
    // It is answered without them; the next one notices when they could not be read.
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

/** It began or ended between two instants, whichever of them is the earlier. */
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
  const totals = await readTotals(
    database,
    bookings.map(({ row }) => row.id),
  );
  const plans = plansAt(plan, nowMs);
  return new Map(
    bookings.map((booking) => {
      const { row, facts } = booking;
      const counts = totals.get(row.id) ?? noTotals;
      const { health } = judgeBooking(row, { facts, planned: plans.get(row.id), counts, nowMs });
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

async function readTotals(
  database: Kysely<Database>,
  bookingIds: readonly number[],
): Promise<ReadonlyMap<number, Totals>> {
  if (bookingIds.length === 0) return new Map();
  const { rows } = await sql<Totals & { id: number }>`
    select total.booking_id as id, ${counterColumns('total')}, last.local_day as last_day
    from booking_total total
    left join lateral (
      select booking_day.local_day from booking_day where booking_day.booking_id = total.booking_id
      order by booking_day.local_day desc limit 1
    ) last on true
    where total.booking_id = any(${bookingIds}::bigint[])`.execute(database);
  return new Map(rows.map((row) => [row.id, row]));
}
