import { counterNumber, type EventCounter, type EventCounts } from '../../core/pricing/billable-events.ts';
import { costOfOne } from '../../core/pricing/price-model.ts';
import type { CountFile } from '../../exchange/plan/count-files.ts';
import { createForecast, isScheduled } from '../../exchange/plan/forecast.ts';
import { type Brought, createLearnedRates, type LearnedRates } from '../../exchange/plan/learned-rates.ts';
import type { Plan, PlannedBooking } from '../../exchange/plan/plan-file.ts';
import { observe, type PastHour, type Traffic } from '../../exchange/plan/traffic.ts';
import { makePlan } from './make-plan.ts';
import { planBudgets } from './plan-budgets.ts';
import type { PacedBooking } from './read-paced-bookings.ts';
import type { Spend } from './read-spend.ts';
import { type SeenCounts, seeCounts } from './seen-counts.ts';

/** Inputs of one step. */
export type PlanStep = {
  readonly files: readonly CountFile[];
  readonly bookings: readonly PacedBooking[];
  /** Delivered events of each booking; missing: none. */
  readonly delivered: ReadonlyMap<number, EventCounts>;
  readonly spend: Spend;
  /** Epoch ms. */
  readonly nowMs: number;
  /** Time since the previous step in ms. null: too long or too short to learn from the counts. */
  readonly elapsedMs: number | null;
};

/** A sequence of pacing plans. Each step learns from the counts since the previous one. */
export type PlanSteps = {
  readonly traffic: Traffic;
  /** Returns the next plan, and the hours that were completed since the previous one. */
  next(step: PlanStep): Promise<{ readonly plan: Plan; readonly past: readonly PastHour[] }>;
};

/** @param last the plan from which the sequence continues; null: none */
export function createPlanSteps(traffic: Traffic, last: Plan | null): PlanSteps {
  const rates = createLearnedRates(last);
  const through = new Map(last?.processes.map((process) => [process.id, process.through]));
  let number = last?.number ?? 0;
  let parts = partsOf(last?.bookings ?? []);
  return {
    traffic,
    async next({ files, bookings, delivered, spend, nowMs, elapsedMs }) {
      const seen = seeCounts(files, through);
      const past = elapsedMs === null ? [] : observe(traffic, seen.requests, { nowMs, elapsedMs });
      if (elapsedMs !== null) learn(rates, { seen, bookings, parts, nowMs, elapsedMs });
      const forecast = createForecast(traffic, nowMs);
      number += 1;
      const { pending, pendingOfBudgets } = seen;
      const wins = new Map([...seen.bookings].map(([id, [won]]) => [id, won]));
      const budgets = planBudgets({ nowMs, number, bookings, delivered, pendingOfBudgets, wins, ...spend, rates });
      const planned = await makePlan({ nowMs, bookings, delivered, pending, parts, rates, forecast, budgets });
      parts = partsOf(planned);
      return { plan: { number, plannedAtMs: nowMs, processes: seen.processes, bookings: planned }, past };
    },
  };
}

type Lesson = {
  readonly seen: SeenCounts;
  readonly bookings: readonly PacedBooking[];
  readonly parts: ReadonlyMap<number, number>;
  readonly nowMs: number;
  readonly elapsedMs: number;
};

function learn(rates: LearnedRates, { seen, bookings, parts, nowMs, elapsedMs }: Lesson): void {
  const brought = bookings.flatMap((booking): Brought[] => {
    const { bookingId, goal, budget } = booking;
    const counts = seen.bookings.get(bookingId);
    const [wins = 0] = counts ?? [];
    const eventsOf = (counter: EventCounter) => counts?.[counterNumber(counter)] ?? 0;
    const paid = budget === null ? null : (costOfOne(budget.price)?.counter ?? null);
    const ofBudget =
      paid === null || paid === goal?.counter || counts === undefined
        ? []
        : [{ bookingId, counter: paid, wins, events: eventsOf(paid), claimed: 0 }];
    if (goal === null) return ofBudget;
    const part = parts.get(bookingId) ?? 0;
    const requests = part === 0 ? 0 : requestsOf(booking, seen.requests, nowMs);
    if (counts === undefined && requests === 0) return ofBudget;
    return [
      { bookingId, counter: goal.counter, wins, events: eventsOf(goal.counter), claimed: part * requests },
      ...ofBudget,
    ];
  });
  rates.learn(brought, elapsedMs);
}

/** Returns the current requests of the positions on which the booking could have been shown. */
function requestsOf(booking: PacedBooking, requests: ReadonlyMap<number, number>, nowMs: number): number {
  return booking.positions.reduce((sum, { positionId, timeZone }) => {
    const count = requests.get(positionId) ?? 0;
    return count > 0 && isScheduled(booking, timeZone, nowMs) ? sum + count : sum;
  }, 0);
}

function partsOf(planned: readonly PlannedBooking[]): ReadonlyMap<number, number> {
  return new Map(planned.map(({ bookingId, part }) => [bookingId, part]));
}
