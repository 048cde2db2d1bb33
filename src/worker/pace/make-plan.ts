import { setImmediate as nextTurn } from 'node:timers/promises';
import { aheadBy } from '../../core/pacing/front-loading.ts';
import { nextPart } from '../../core/pacing/pacing-step.ts';
import { type PlannedGoal, planClaims } from '../../core/pacing/plan-claims.ts';
import type { EventCounts } from '../../core/pricing/billable-events.ts';
import { dayMs } from '../../core/time/durations.ts';
import type { RequestForecast } from '../../exchange/plan/forecast.ts';
import type { LearnedRates } from '../../exchange/plan/learned-rates.ts';
import type { PlannedBooking, PlannedBudget } from '../../exchange/plan/plan-file.ts';
import type { PacedBooking } from './read-paced-bookings.ts';

/** Planning horizon of a goal with an open end. */
const openEndMs = 30 * dayMs;
const wholeVoice = 10_000;
/** Bookings per iteration of the event loop, which is shared with management. */
const bookingsPerTurn = 50;

/** Inputs of a plan. */
export type PlanFacts = {
  readonly nowMs: number;
  readonly bookings: readonly PacedBooking[];
  /** Delivered events of each booking; missing: none. */
  readonly delivered: ReadonlyMap<number, EventCounts>;
  /** Expected events of slots that were already won; missing: 0. */
  readonly pending: ReadonlyMap<number, number>;
  /** Current claims; missing: 0. */
  readonly parts: ReadonlyMap<number, number>;
  readonly rates: LearnedRates;
  readonly forecast: RequestForecast;
  /** Parts of budgets; missing: no budget. */
  readonly budgets: ReadonlyMap<number, PlannedBudget>;
};

/**
 * Computes the next plan: the remaining goals, the claims of `even` and `asap` bookings, and overbooked bookings.
 * Source: product decisions 5.3; docs/decisions/0013-pacing.md and 0014-pacing-loop.md.
 */
export async function makePlan(facts: PlanFacts): Promise<PlannedBooking[]> {
  const tasks: GoalTask[] = [];
  for (const [index, booking] of facts.bookings.entries()) {
    if (index % bookingsPerTurn === bookingsPerTurn - 1) await nextTurn();
    const task = goalTask(booking, facts);
    if (task !== null) tasks.push(task);
  }
  const claims = new Map(planClaims(tasks.map(({ planned }) => planned)).map((claim) => [claim.bookingId, claim]));
  const taskOf = new Map(tasks.map((task) => [task.planned.bookingId, task]));
  const crowdedVoices = crowded(facts);
  return facts.bookings.map((booking) => {
    const task = taskOf.get(booking.bookingId);
    const claim = claims.get(booking.bookingId);
    const common = { ...commonOf(booking, facts), over: task?.over ?? null };
    if (booking.method === 'share_of_voice') {
      return { ...common, part: booking.basisPoints / wholeVoice, overbooked: crowdedVoices.has(booking.bookingId) };
    }
    if (booking.method !== 'even' && booking.method !== 'asap') return { ...common, part: 1, overbooked: false };
    if (task === undefined || claim === undefined) return { ...common, part: 0, overbooked: false };
    const part = facts.parts.get(booking.bookingId) ?? 0;
    return {
      ...common,
      part: nextPart({ part, planned: claim.part, evenPart: task.evenPart }),
      overbooked: claim.limitedBy !== null,
    };
  });
}

/** `over`: elapsed part of the requests of its flight, 0 to 1; null: unknown, or open end. */
type GoalTask = { readonly planned: PlannedGoal; readonly evenPart: number; readonly over: number | null };

/** null: it currently claims nothing. */
function goalTask(booking: PacedBooking, facts: PlanFacts): GoalTask | null {
  const { bookingId, method, goal, priority, startMs, endMs, frontLoading } = booking;
  const { nowMs } = facts;
  if (goal === null || (method !== 'even' && method !== 'asap')) return null;
  if (!booking.isDelivering || startMs > nowMs || (endMs !== null && endMs <= nowMs)) return null;
  const missing = missingOf(booking, facts);
  if (missing <= 0) return null;
  const { brings, fits } = facts.rates.of(bookingId, goal.counter);
  const toMs = endMs ?? nowMs + openEndMs;
  const positions = booking.positions.map(({ positionId, timeZone }) => ({
    positionId,
    requests: fits * facts.forecast({ positionId, timeZone, schedule: booking, fromMs: nowMs, toMs }),
  }));
  const requests = positions.reduce((sum, one) => sum + one.requests, 0);
  // Without any requests no even part can be computed. The first requests determine it within a second.
  if (requests === 0 && method === 'even') return null;
  const lifeRequests = booking.positions.reduce(
    (sum, position) => sum + fits * facts.forecast({ ...position, schedule: booking, fromMs: startMs, toMs }),
    0,
  );
  // Without data on its flight a booking is neither ahead nor behind.
  const over = lifeRequests > 0 ? 1 - requests / lifeRequests : 1;
  const ahead = method === 'even' ? aheadBy(frontLoading, over) : 1;
  const evenPart = method === 'asap' || lifeRequests === 0 ? 1 : goal.total / brings / lifeRequests;
  return {
    planned: { bookingId, method, priority, endMs, positions, slotsNeeded: missing / brings, ahead },
    evenPart,
    over: endMs === null || lifeRequests === 0 ? null : over,
  };
}

function commonOf(booking: PacedBooking, facts: PlanFacts): Omit<PlannedBooking, 'part' | 'overbooked' | 'over'> {
  const { bookingId, goal } = booking;
  const counter = goal?.counter ?? 'impressions';
  return {
    bookingId,
    counter,
    left: Math.max(0, Math.floor(missingOf(booking, facts))),
    ...facts.rates.of(bookingId, counter),
    budget: facts.budgets.get(bookingId) ?? null,
  };
}

/** Returns the events that are neither delivered nor expected from won slots. */
function missingOf({ bookingId, goal }: PacedBooking, { delivered, pending }: PlanFacts): number {
  if (goal === null) return 0;
  return goal.total - (delivered.get(bookingId)?.[goal.counter] ?? 0) - (pending.get(bookingId) ?? 0);
}

/** Returns the bookings whose share of voice exceeds the remaining part of a position, in order of priority. */
function crowded({ bookings, nowMs }: PlanFacts): ReadonlySet<number> {
  const given = new Map<number, number>();
  const short = new Set<number>();
  const voices = bookings.filter(
    ({ method, isDelivering, startMs, endMs }) =>
      method === 'share_of_voice' && isDelivering && startMs <= nowMs && (endMs === null || endMs > nowMs),
  );
  for (const { bookingId, basisPoints, positions } of voices.toSorted(byRank)) {
    for (const { positionId } of positions) {
      const sum = (given.get(positionId) ?? 0) + basisPoints;
      given.set(positionId, sum);
      if (sum > wholeVoice) short.add(bookingId);
    }
  }
  return short;
}

function byRank(a: PacedBooking, b: PacedBooking): number {
  const end = ({ endMs }: PacedBooking): number => endMs ?? Number.MAX_SAFE_INTEGER;
  return a.priority - b.priority || end(a) - end(b) || a.bookingId - b.bookingId;
}
