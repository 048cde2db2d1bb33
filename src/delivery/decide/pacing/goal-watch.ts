import { counterNumber, counterOfGoal } from '../../../core/pricing/billable-events.ts';
import type { HeldBooking } from '../../../core/snapshot/snapshot.ts';
import type { DeliveryGoal } from '../../../core/snapshot/snapshot-rows.ts';
import type { BookingCounts, CountedTime } from '../../../exchange/plan/count-files.ts';
import type { Plan, PlannedBooking } from '../../../exchange/plan/plan-file.ts';
import { addWin, countPending, createPendingWins, type PendingWins, removeWin } from './pending-wins.ts';

/** Index of won slots in `BookingCounts`. */
const winsIndex = 0;

/** State of one booking with a goal in this process. */
export type GoalWatch = {
  readonly bookingId: number;
  isBudget: boolean;
  /** Index in `BookingCounts` of the counter that the goal uses. */
  counter: number;
  /** Events that this process may still deliver since the plan. */
  allowance: number;
  /** Expected events per won slot. */
  brings: number;
  /** Durable events of this process that the plan did not include. */
  unseen: number;
  readonly pending: PendingWins;
};

/** Returns the goal of a booking, or null if it has none. */
export function goalOf({ delivery }: HeldBooking): DeliveryGoal | null {
  return delivery.method === 'share_of_voice' ? null : (delivery.goal ?? null);
}

/**
 * Creates the watch of a booking before a plan contains it: the allowance is this process's part of the whole goal.
 * null if the booking has no goal.
 */
export function createGoalWatch(booking: HeldBooking, processes: number): GoalWatch | null {
  const goal = goalOf(booking);
  if (goal === null) return null;
  return {
    bookingId: booking.id,
    isBudget: goal.kind === 'spend',
    // Only the plan knows the counter of a budget.
    counter: counterNumber(goal.kind === 'spend' ? 'impressions' : counterOfGoal[goal.kind]),
    // Only the plan knows how many events a budget pays for.
    allowance: goal.kind === 'spend' ? Number.POSITIVE_INFINITY : Math.ceil(goal.total / processes),
    brings: 1,
    unseen: 0,
    pending: createPendingWins(),
  };
}

/** Returns true if the delivered and the pending events use up the allowance. */
export function isSpent(watch: GoalWatch, nowMs: number): boolean {
  return watch.unseen + pendingEvents(watch, nowMs) >= watch.allowance;
}

/** Returns the number of events that are expected of recently won slots. */
export function pendingEvents({ pending, brings }: GoalWatch, nowMs: number): number {
  return countPending(pending, nowMs) * brings;
}

export function noteWin(watch: GoalWatch, counts: BookingCounts, nowMs: number): void {
  counts[winsIndex] += 1;
  addWin(watch.pending, nowMs);
}

/** @param counterIndex index in `BookingCounts` */
export function noteEvent(watch: GoalWatch, counts: BookingCounts, counterIndex: number, decidedAtMs: number): void {
  counts[counterIndex] = (counts[counterIndex] as number) + 1;
  if (counterIndex !== watch.counter) return;
  watch.unseen += 1;
  removeWin(watch.pending, decidedAtMs);
}

/**
 * Returns the allowance of this process: its part of the remaining events, plus the events pending of earlier won
 * slots.
 */
export function allowanceOf(plan: Plan, planned: PlannedBooking, own: OwnPart): number {
  if (own.counterIndex === -1) return 0;
  const part = Math.floor(planned.left / own.of);
  // The remainder rotates between processes, so that it does not always go to a process without traffic.
  const isInTurn = (own.counterIndex + plan.number) % own.of < planned.left % own.of;
  return part + (isInTurn ? 1 : 0) + (own.pending.get(planned.bookingId) ?? 0);
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
};

export function ownPartOf(plan: Plan, processId: string, times: readonly CountedTime[]): OwnPart {
  const alive = plan.processes.filter(({ fresh }) => fresh);
  const through = plan.processes.find(({ id }) => id === processId)?.through ?? 0;
  const said = times.find(({ number }) => number === through);
  return {
    counterIndex: alive.findIndex(({ id }) => id === processId),
    of: Math.max(1, alive.length),
    through,
    pending: new Map(said?.pending ?? []),
  };
}
