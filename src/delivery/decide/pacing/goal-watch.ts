import { counterNumber, counterOfGoal } from '../../../core/pricing/billable-events.ts';
import type { HeldBooking } from '../../../core/snapshot/snapshot.ts';
import type { DeliveryGoal } from '../../../core/snapshot/snapshot-rows.ts';
import type { BookingCounts, CountedTime } from '../../../exchange/plan/count-files.ts';
import type { Plan, PlannedBooking } from '../../../exchange/plan/plan-file.ts';
import { addWin, countPending, createPendingWins, type PendingWins, removeWin } from './pending-wins.ts';

/** Index of won slots in `BookingCounts`. */
const winsIndex = 0;

/** The limit that a watch enforces. */
export type WatchedLimit = 'goal' | 'budget';

/** State of one limit of a booking in this process: its goal, or the budgets that limit its spend. */
export type GoalWatch = {
  readonly bookingId: number;
  readonly limit: WatchedLimit;
  /**
   * The limit is an amount of money and must not be exceeded. Every slot won since the plan counts until the next plan,
   * even if its event does not arrive or arrives at another process.
   */
  isHard: boolean;
  /** Index in `BookingCounts` of the counter that the limit uses. */
  counter: number;
  /** Events that this process may still deliver since the plan, including `pendingAtPlan`. */
  allowance: number;
  /** Expected events per won slot. */
  brings: number;
  /** Durable events of this process that the plan did not include. */
  unseen: number;
  /** Won slots of this process that the plan did not include. */
  unseenWins: number;
  /** Events that were expected of won slots when the plan was made. */
  pendingAtPlan: number;
  readonly pending: PendingWins;
};

/** Returns the limits of a booking. */
export function limitsOf({ delivery }: HeldBooking): readonly WatchedLimit[] {
  const hasGoal = delivery.method !== 'share_of_voice' && delivery.goal !== undefined;
  return [...(hasGoal ? (['goal'] as const) : []), ...(delivery.hasBudget === true ? (['budget'] as const) : [])];
}

/** Reports whether a booking has a limit. */
export function isLimited({ delivery }: HeldBooking): boolean {
  return (delivery.method !== 'share_of_voice' && delivery.goal !== undefined) || delivery.hasBudget === true;
}

/** Reports whether a limit of a booking is an amount of money. */
export function isHardLimit(booking: HeldBooking, limit: WatchedLimit): boolean {
  return limit === 'budget' || goalOf(booking)?.kind === 'spend';
}

/**
 * Creates the watch of a limit before a plan contains it. The allowance of a goal is this process's part of it. Only the
 * plan knows how many events a limit of the spend allows: until then it allows none.
 */
export function createGoalWatch(booking: HeldBooking, limit: WatchedLimit, processes: number): GoalWatch {
  const isHard = isHardLimit(booking, limit);
  const goal = isHard ? null : goalOf(booking);
  return {
    bookingId: booking.id,
    limit,
    isHard,
    counter: counterNumber(goal === null || goal.kind === 'spend' ? 'impressions' : counterOfGoal[goal.kind]),
    allowance: goal === null ? 0 : Math.ceil(goal.total / processes),
    brings: 1,
    unseen: 0,
    unseenWins: 0,
    pendingAtPlan: 0,
    pending: createPendingWins(),
  };
}

function goalOf({ delivery }: HeldBooking): DeliveryGoal | null {
  return delivery.method === 'share_of_voice' ? null : (delivery.goal ?? null);
}

/** Returns true if the delivered and the pending events use up the allowance. */
export function isSpent(watch: GoalWatch, nowMs: number): boolean {
  const used = watch.unseen + pendingEvents(watch, nowMs);
  if (!watch.isHard) return used >= watch.allowance;
  return Math.max(used, watch.pendingAtPlan + watch.unseenWins * watch.brings) >= watch.allowance;
}

/** Returns the number of events that are expected of recently won slots. */
export function pendingEvents({ pending, brings }: GoalWatch, nowMs: number): number {
  return countPending(pending, nowMs) * brings;
}

export function noteWin(watch: GoalWatch, nowMs: number): void {
  watch.unseenWins += 1;
  addWin(watch.pending, nowMs);
}

/** @param counterIndex index in `BookingCounts` */
export function noteEvent(watch: GoalWatch, counterIndex: number, decidedAtMs: number): void {
  if (counterIndex !== watch.counter) return;
  watch.unseen += 1;
  removeWin(watch.pending, decidedAtMs);
}

/** Adds the counts of a period that the plan did not include. */
export function addUnseen(watch: GoalWatch, counts: readonly number[]): void {
  watch.unseen += counts[watch.counter] ?? 0;
  watch.unseenWins += counts[winsIndex] ?? 0;
}

/**
 * Applies a plan to a watch: its counter, and the allowance of this process. The allowance is its part of the remaining
 * events, plus the events pending of earlier won slots.
 * @returns true: the counter has changed, and the unseen events must be counted again
 */
export function followPlan(watch: GoalWatch, plan: Plan, planned: PlannedBooking, own: OwnPart): boolean {
  const limit = watch.limit === 'goal' ? planned : planned.budget;
  if (limit === null) {
    watch.allowance = 0;
    return false;
  }
  const hasOtherCounter = watch.counter !== counterNumber(limit.counter);
  watch.counter = counterNumber(limit.counter);
  watch.brings = limit.brings;
  const pending = own[watch.limit === 'goal' ? 'pending' : 'pendingOfBudgets'].get(watch.bookingId) ?? 0;
  watch.pendingAtPlan = pending;
  watch.allowance = watch.isHard && !own.isCurrent ? 0 : allowanceOf(plan, limit.left, own) + pending;
  return hasOtherCounter;
}

function allowanceOf({ number }: Plan, left: number, { counterIndex, of }: OwnPart): number {
  if (counterIndex === -1) return 0;
  const part = Math.floor(left / of);
  // The remainder rotates between processes, so that it does not always go to a process without traffic.
  const isInTurn = (counterIndex + number) % of < left % of;
  return part + (isInTurn ? 1 : 0);
}

/**
 * Index of this process among those that were running when the plan was made (-1: it was not), and what it had reported
 * by then.
 */
export type OwnPart = {
  readonly counterIndex: number;
  readonly of: number;
  readonly through: number;
  readonly pending: ReadonlyMap<number, number>;
  readonly pendingOfBudgets: ReadonlyMap<number, number>;
  /**
   * The plan was made after this process started, so it includes all events of earlier processes of the same name, also
   * those that a crashed process did not report.
   */
  readonly isCurrent: boolean;
};

type OwnTimes = { readonly processId: string; readonly first: number; readonly times: readonly CountedTime[] };

export function ownPartOf(plan: Plan, { processId, first, times }: OwnTimes): OwnPart {
  const alive = plan.processes.filter(({ fresh }) => fresh);
  const through = plan.processes.find(({ id }) => id === processId)?.through ?? 0;
  const said = times.find(({ number }) => number === through);
  return {
    counterIndex: alive.findIndex(({ id }) => id === processId),
    of: Math.max(1, alive.length),
    through,
    pending: new Map(said?.pending ?? []),
    pendingOfBudgets: new Map(said?.pendingOfBudgets ?? []),
    isCurrent: through >= first,
  };
}

/** Counts a won slot of a booking. */
export function countWin(counts: BookingCounts): void {
  counts[winsIndex] += 1;
}
