import { billableByCounter, type EventCounter } from '../../core/pricing/billable-events.ts';
import { hourMs } from '../../core/time/durations.ts';
import type { Plan } from './plan-file.ts';

/** What part of the requests a booking fits is a matter of who is there now: it weighs half as much after an hour. */
const halfLifeMs = hourMs;
/** Claimed slots that the first assumption about `fits` weighs as much as. */
const fitsWeight = 50;

/** What one booking has brought lately. */
type Sums = {
  counter: EventCounter;
  /** Slots won and what they brought, fading by slots. */
  wins: number;
  events: number;
  /** Slots won and claimed, fading by time. */
  fitting: number;
  claimed: number;
  brings: number;
  fits: number;
};

/** What a booking has brought in a short time. */
export type Brought = {
  readonly bookingId: number;
  readonly counter: EventCounter;
  readonly wins: number;
  readonly events: number;
  /** Requests of its positions times the part that it claimed of them. */
  readonly claimed: number;
};

export type LearnedRates = {
  /** Time has passed, in which bookings have brought this. */
  learn(brought: readonly Brought[], elapsedMs: number): void;
  /** Events that a won slot brings, above 0 and at most 1; and the part of the requests that it fits, the same. */
  of(bookingId: number, counter: EventCounter): { readonly brings: number; readonly fits: number };
};

/** @param plan the last one before this start: what was known then is where it goes on */
export function createLearnedRates(plan: Plan | null): LearnedRates {
  const sums = new Map<number, Sums>();
  for (const { bookingId, counter, brings, fits } of plan?.bookings ?? []) {
    sums.set(bookingId, { counter, wins: 0, events: 0, fitting: 0, claimed: 0, brings, fits });
  }

  function sumsOf(bookingId: number, counter: EventCounter): Sums {
    const known = sums.get(bookingId);
    if (known?.counter === counter) return known;
    const first = { counter, wins: 0, events: 0, fitting: 0, claimed: 0, brings: assumed(counter).events, fits: 1 };
    sums.set(bookingId, first);
    return first;
  }

  return {
    learn(brought, elapsedMs) {
      const fading = 0.5 ** (elapsedMs / halfLifeMs);
      for (const { bookingId, counter, wins, events, claimed } of brought) {
        const sum = sumsOf(bookingId, counter);
        const fadingByWins = 0.5 ** (wins / assumed(counter).halfLife);
        sum.wins = sum.wins * fadingByWins + wins;
        sum.events = sum.events * fadingByWins + events;
        sum.fitting = sum.fitting * fading + wins;
        sum.claimed = sum.claimed * fading + claimed;
      }
    },
    of(bookingId, counter) {
      const { wins, events, fitting, claimed, brings, fits } = sumsOf(bookingId, counter);
      const weight = assumed(counter).weight;
      return {
        brings: Math.min(1, (events + brings * weight) / (wins + weight)),
        fits: Math.min(1, (fitting + fits * fitsWeight) / (claimed + fitsWeight)),
      };
    },
  };
}

/**
 * What a won slot brings depends on the ad. An observation weighs half as much after a number of won slots, not after a
 * time, so that a booking with few of them learns as well as one with many.
 */
function assumed(counter: EventCounter) {
  return billableByCounter[counter].assumedPerWin;
}
