import type { GoalCounter, Plan } from '../pacing-file/plan-file.ts';

/** What is learned weighs half as much after an hour. */
const halfLifeMs = 3_600_000;
/** Slots won, or claimed, that what is taken to be so at first weighs as much as. */
const firstWeight = { impressions: 20, viewables: 20, clicks: 500 } as const satisfies Record<GoalCounter, number>;
const firstBrings = { impressions: 1, viewables: 0.5, clicks: 0.002 } as const satisfies Record<GoalCounter, number>;
const fitsWeight = 50;

/** What one booking has brought lately. */
type Sums = { counter: GoalCounter; wins: number; events: number; claimed: number; brings: number; fits: number };

/** What a booking has brought in a short time. */
export type Brought = {
  readonly bookingId: number;
  readonly counter: GoalCounter;
  readonly wins: number;
  readonly events: number;
  /** Requests of its positions times the part that it claimed of them. */
  readonly claimed: number;
};

export type LearnedRates = {
  /** Time has passed, in which bookings have brought this. */
  learn(brought: readonly Brought[], elapsedMs: number): void;
  /** Events that a won slot brings, above 0 and at most 1; and the part of the requests that it fits, the same. */
  of(bookingId: number, counter: GoalCounter): { readonly brings: number; readonly fits: number };
};

/** @param plan the last one before this start: what was known then is where it goes on */
export function createLearnedRates(plan: Plan | null): LearnedRates {
  const sums = new Map<number, Sums>();
  for (const { bookingId, counter, brings, fits } of plan?.bookings ?? []) {
    sums.set(bookingId, { counter, wins: 0, events: 0, claimed: 0, brings, fits });
  }

  function sumsOf(bookingId: number, counter: GoalCounter): Sums {
    const known = sums.get(bookingId);
    if (known?.counter === counter) return known;
    const first = { counter, wins: 0, events: 0, claimed: 0, brings: firstBrings[counter], fits: 1 };
    sums.set(bookingId, first);
    return first;
  }

  return {
    learn(brought, elapsedMs) {
      const fading = 0.5 ** (elapsedMs / halfLifeMs);
      for (const { bookingId, counter, wins, events, claimed } of brought) {
        const sum = sumsOf(bookingId, counter);
        sum.wins = sum.wins * fading + wins;
        sum.events = sum.events * fading + events;
        sum.claimed = sum.claimed * fading + claimed;
      }
    },
    of(bookingId, counter) {
      const { wins, events, claimed, brings, fits } = sumsOf(bookingId, counter);
      const weight = firstWeight[counter];
      return {
        brings: Math.min(1, (events + brings * weight) / (wins + weight)),
        fits: Math.min(1, (wins + fits * fitsWeight) / (claimed + fitsWeight)),
      };
    },
  };
}
