import { billableByCounter, counterNumber, counters, type EventCounter } from '../../core/pricing/billable-events.ts';
import { hourMs } from '../../core/time/durations.ts';
import type { Plan } from './plan-file.ts';

/** Half-life of the eligible part of the requests, which depends on the current viewers. */
const halfLifeMs = hourMs;
/** Weight of the prior for `fits` in claimed slots. */
const fitsWeight = 50;

/** Recent results of one booking for one counter. */
type Sums = {
  /** Slots won and their events, decaying per slot. */
  wins: number;
  events: number;
  /** Slots won and claimed, decaying over time. */
  fitting: number;
  claimed: number;
  brings: number;
  fits: number;
};

/** Results of a booking in a short period. */
export type Brought = {
  readonly bookingId: number;
  readonly counter: EventCounter;
  readonly wins: number;
  readonly events: number;
  /** Requests of its positions times the claimed part. */
  readonly claimed: number;
};

export type LearnedRates = {
  /** Adds the results of an elapsed period. */
  learn(brought: readonly Brought[], elapsedMs: number): void;
  /** Returns the events per won slot (0 < x <= 1) and the eligible part of the requests (0 < x <= 1). */
  of(bookingId: number, counter: EventCounter): { readonly brings: number; readonly fits: number };
};

/** @param plan the last plan before this start, from which the rates continue */
export function createLearnedRates(plan: Plan | null): LearnedRates {
  const sums = new Map<number, Sums>();
  for (const { bookingId, counter, brings, fits } of plan?.bookings ?? []) {
    sums.set(keyOf(bookingId, counter), { wins: 0, events: 0, fitting: 0, claimed: 0, brings, fits });
  }

  function sumsOf(bookingId: number, counter: EventCounter): Sums {
    const known = sums.get(keyOf(bookingId, counter));
    if (known !== undefined) return known;
    const first = { wins: 0, events: 0, fitting: 0, claimed: 0, brings: assumed(counter).events, fits: 1 };
    sums.set(keyOf(bookingId, counter), first);
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
 * Returns the prior for events per won slot, which depends on the ad. Observations decay per won slot instead of time,
 * so that a booking with few wins learns as well as one with many.
 */
function assumed(counter: EventCounter) {
  return billableByCounter[counter].assumedPerWin;
}

/** A booking has rates for the counter of its goal and the counter of its budget. */
function keyOf(bookingId: number, counter: EventCounter): number {
  return bookingId * (counters.length + 1) + counterNumber(counter);
}
