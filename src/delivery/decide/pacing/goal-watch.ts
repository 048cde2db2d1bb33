import { counterNumber, counterOfGoal } from '../../../core/pricing/billable-events.ts';
import type { HeldBooking } from '../../../core/snapshot/snapshot.ts';
import type { DeliveryGoal } from '../../../core/snapshot/snapshot-rows.ts';
import type { BookingCounts, CountedTime } from '../../../exchange/plan/count-files.ts';
import type { Plan, PlannedBooking } from '../../../exchange/plan/plan-file.ts';
import { addWin, countPending, createPendingWins, type PendingWins, removeWin } from './pending-wins.ts';

/** Where `BookingCounts` has the slots won. */
const winsPlace = 0;

/** What this process knows of one booking with a goal. */
export type GoalWatch = {
  readonly bookingId: number;
  isBudget: boolean;
  /** Which of `BookingCounts` the goal goes by. */
  counter: number;
  /** Events that this process may still let happen since what the plan knew. */
  allowance: number;
  /** Events that one won slot brings. */
  brings: number;
  /** Events that this process has on disk and the plan did not know. */
  unseen: number;
  readonly pending: PendingWins;
};

/** The goal of a booking; null: it has none. */
export function goalOf({ delivery }: HeldBooking): DeliveryGoal | null {
  return delivery.method === 'share_of_voice' ? null : (delivery.goal ?? null);
}

/** Before a plan knows the booking: as much as is this process's part of the whole goal; null: it has none. */
export function createGoalWatch(booking: HeldBooking, processes: number): GoalWatch | null {
  const goal = goalOf(booking);
  if (goal === null) return null;
  return {
    bookingId: booking.id,
    isBudget: goal.kind === 'spend',
    // By what a budget counts is known to the plan alone.
    counter: counterNumber(goal.kind === 'spend' ? 'impressions' : counterOfGoal[goal.kind]),
    // What a budget pays for is known to the plan alone.
    allowance: goal.kind === 'spend' ? Number.POSITIVE_INFINITY : Math.ceil(goal.total / processes),
    brings: 1,
    unseen: 0,
    pending: createPendingWins(),
  };
}

/** True when what has happened and what is still expected of slots won leave nothing. */
export function isSpent(watch: GoalWatch, nowMs: number): boolean {
  return watch.unseen + pendingEvents(watch, nowMs) >= watch.allowance;
}

/** Events that are still expected of slots won lately. */
export function pendingEvents({ pending, brings }: GoalWatch, nowMs: number): number {
  return countPending(pending, nowMs) * brings;
}

export function noteWin(watch: GoalWatch, counts: BookingCounts, nowMs: number): void {
  counts[winsPlace] += 1;
  addWin(watch.pending, nowMs);
}

/** @param place of `BookingCounts` */
export function noteEvent(watch: GoalWatch, counts: BookingCounts, counterIndex: number, decidedAtMs: number): void {
  counts[counterIndex] = (counts[counterIndex] as number) + 1;
  if (counterIndex !== watch.counter) return;
  watch.unseen += 1;
  removeWin(watch.pending, decidedAtMs);
}

/** What a plan means for this process: its part of what is left, and what it had been given for slots won before. */
export function allowanceOf(plan: Plan, planned: PlannedBooking, own: OwnPart): number {
  if (own.counterIndex === -1) return 0;
  const part = Math.floor(planned.left / own.of);
  // What cannot be divided goes to one after the other, so that it is not always left to a process without traffic.
  const isInTurn = (own.counterIndex + plan.number) % own.of < planned.left % own.of;
  return part + (isInTurn ? 1 : 0) + (own.pending.get(planned.bookingId) ?? 0);
}

/** Place of this process among those that lived when the plan was made (-1: it did not), and what it had said by then. */
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
