import { describe, expect, test } from 'vitest';
import { noCounts } from '../../core/pricing/billable-events.ts';
import { type CappedPrice, costOfOne } from '../../core/pricing/price-model.ts';
import { dayMs, hourMs } from '../../core/time/durations.ts';
import { createLearnedRates } from '../../exchange/plan/learned-rates.ts';
import { daysAhead } from './days-ahead.ts';
import { type BudgetFacts, planBudgets } from './plan-budgets.ts';
import type { BookingBudget, PacedBooking } from './read-paced-bookings.ts';

const nowMs = Date.parse('2026-11-23T10:00:00Z');
const timeZone = 'Europe/Brussels';
const cpm = { model: 'cpm', rateMicros: 2_000_000 } as const;
const campaign = { id: 9, micros: 100_000 };

function booking(bookingId: number, budget: Partial<BookingBudget>, change: Partial<PacedBooking> = {}): PacedBooking {
  return {
    bookingId,
    method: 'share',
    basisPoints: 0,
    goal: null,
    frontLoading: 0,
    priority: 5,
    startMs: nowMs - hourMs,
    endMs: null,
    activeDays: [],
    dayParts: [],
    isDelivering: true,
    budget: { price: cpm, ownMicros: null, campaign, ...budget },
    positions: [{ positionId: 1, timeZone }],
    ...change,
  };
}

function leftOf(bookings: readonly PacedBooking[], change: Partial<BudgetFacts> = {}) {
  const planned = planBudgets({
    nowMs,
    number: 1,
    bookings,
    delivered: new Map(),
    pendingOfBudgets: new Map(),
    wins: new Map(),
    spentByCampaign: new Map(),
    lastDays: new Map(),
    rates: createLearnedRates(null),
    ...change,
  });
  return bookings.map(({ bookingId }) => planned.get(bookingId)?.left ?? null);
}

const shown = (impressions: number) => ({ ...noCounts(), impressions });

describe('budget of a booking', () => {
  test('allows the events that it pays for, without delivered and expected ones', () => {
    const own = booking(1, { ownMicros: 10_000, campaign: null });
    expect(leftOf([own])).toEqual([5]);
    expect(leftOf([own], { delivered: new Map([[1, shown(3)]]) })).toEqual([2]);
    const pending = { delivered: new Map([[1, shown(3)]]), pendingOfBudgets: new Map([[1, 1.2]]) };
    expect(leftOf([own], pending)).toEqual([0]);
    expect(leftOf([own], { delivered: new Map([[1, shown(8)]]) })).toEqual([0]);
  });

  test('counts the event that the price pays for', () => {
    const price = { model: 'vcpm', rateMicros: 2_000_000 } as const;
    const counts = { ...shown(1_000), viewables: 2 };
    const own = booking(1, { price, ownMicros: 10_000, campaign: null });
    expect(leftOf([own], { delivered: new Map([[1, counts]]) })).toEqual([3]);
  });

  test('does not limit bookings without a budget, and bookings with free events', () => {
    expect(leftOf([booking(1, {}, { budget: null }), booking(2, { price: { ...cpm, rateMicros: 0 } })])).toEqual([
      null,
      null,
    ]);
  });
});

describe('budget of a campaign', () => {
  test('is divided by the recently won slots, up to the budgets of the bookings, without remainder', () => {
    const bookings = [booking(1, {}), booking(2, {}), booking(3, { ownMicros: 8_000 })];
    expect(leftOf(bookings)).toEqual([16, 30, 4]);
    const [first, second, third] = leftOf(bookings, { wins: new Map([[1, 97]]) });
    expect([first, second, third]).toEqual([49, 1, 0]);
  });

  test('is reduced by the spend of all bookings and by expected events', () => {
    const bookings = [booking(1, {}), booking(2, {})];
    const facts = { spentByCampaign: new Map([[9, 80_000]]), pendingOfBudgets: new Map([[1, 4]]) };
    expect(leftOf(bookings, facts)).toEqual([3, 3]);
    expect(leftOf(bookings, { spentByCampaign: new Map([[9, 99_000]]) })).toEqual([0, 0]);
    expect(leftOf(bookings, { spentByCampaign: new Map([[9, 200_000]]) })).toEqual([0, 0]);
  });

  test('goes to bookings that deliver now or within a minute', () => {
    const bookings = [
      booking(1, {}, { isDelivering: false }),
      booking(2, {}, { startMs: nowMs + 2 * hourMs }),
      booking(3, {}, { startMs: nowMs + 30_000 }),
      booking(4, {}, { endMs: nowMs }),
    ];
    expect(leftOf(bookings)).toEqual([0, 0, 50, 0]);
  });

  test('the last event goes to another booking with each plan', () => {
    const bookings = [booking(1, {}), booking(2, {}), booking(3, {})];
    const spent = { spentByCampaign: new Map([[9, 98_000]]) };
    const winners = [1, 2, 3].map((number) => leftOf(bookings, { ...spent, number }).indexOf(1));
    expect(new Set(winners).size).toBe(3);
  });

  test('deducts prices per booking and per day in advance', () => {
    const flat: CappedPrice = { model: 'flat', rateMicros: 60_000 };
    const bookings = [booking(1, {}), booking(2, { price: flat })];
    const [byEvent, byBooking] = leftOf(bookings);
    expect(byEvent).toBe(20);
    expect(byBooking).toBeGreaterThan(1e9);
    // The spend already includes it after the first impression.
    const later = { delivered: new Map([[2, shown(1)]]), spentByCampaign: new Map([[9, 60_000]]) };
    expect(leftOf(bookings, later)[0]).toBe(20);
    expect(leftOf([booking(1, { price: { ...flat, rateMicros: 100_001 } })])).toEqual([0]);
    const perDay: CappedPrice = { model: 'cpd', rateMicros: 20_000 };
    const flight = { endMs: Date.parse('2026-11-25T23:00:00Z') };
    expect(leftOf([booking(1, {}), booking(2, { price: perDay }, flight)])[0]).toBe(20);
    // A flight of 4 days whose first day is over and was paid: three quarters of the price are left.
    const spread: CappedPrice = { model: 'flat_over_flight', rateMicros: 40_000 };
    const days = { startMs: Date.parse('2026-11-21T23:00:00Z'), endMs: Date.parse('2026-11-25T23:00:00Z') };
    const paid = { lastDays: new Map([[2, '2026-11-22']]), spentByCampaign: new Map([[9, 10_000]]) };
    expect(leftOf([booking(1, {}), booking(2, { price: spread }, days)], paid)[0]).toBe(30);
  });

  test('the parts of random campaigns never cost more than the budget', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const random = randomOf(seed);
      const total = Math.floor(random() * 1_000_000);
      const spent = Math.floor(random() * 1_200_000);
      const bookings = Array.from({ length: 1 + Math.floor(random() * 8) }, (_, index) =>
        booking(index + 1, {
          price: { model: random() < 0.5 ? 'cpm' : 'cpc', rateMicros: 1 + Math.floor(random() * 300_000) },
          ownMicros: random() < 0.3 ? Math.floor(random() * 100_000) : null,
          campaign: { id: 9, micros: total },
        }),
      );
      const wins = new Map(bookings.map(({ bookingId }) => [bookingId, Math.floor(random() * 50)]));
      const left = leftOf(bookings, { wins, number: seed, spentByCampaign: new Map([[9, spent]]) });
      const cost = bookings.reduce(
        (sum, { budget }, index) => sum + (left[index] ?? 0) * (costOfOne(budget?.price ?? cpm)?.micros ?? 0),
        0,
      );
      expect(cost).toBeLessThanOrEqual(Math.max(0, total - spent) + 1e-6);
      for (const events of left) expect(events).toBeGreaterThanOrEqual(0);
    }
  });
});

test('the days of a flight that are not paid yet are local days', () => {
  const flight = { nowMs, startMs: nowMs - 2 * dayMs, endMs: Date.parse('2026-11-25T23:00:00Z'), timeZone };
  // Monday to Wednesday. Midnight in Brussels is 23:00 UTC.
  expect(daysAhead({ ...flight, lastDay: null })).toEqual({ isTodayPaid: false, days: 3 });
  expect(daysAhead({ ...flight, lastDay: '2026-11-23' })).toEqual({ isTodayPaid: true, days: 2 });
  expect(daysAhead({ ...flight, lastDay: '2026-11-22' })).toEqual({ isTodayPaid: false, days: 3 });
  expect(daysAhead({ ...flight, endMs: null, lastDay: '2026-11-23' })).toEqual({ isTodayPaid: true, days: 0 });
  expect(daysAhead({ ...flight, startMs: nowMs + dayMs, lastDay: null })).toEqual({ isTodayPaid: false, days: 2 });
});

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
