import { describe, expect, test } from 'vitest';
import { noCounts } from '../../core/pricing/billable-events.ts';
import { costOfEvents } from '../../core/pricing/price-model.ts';
import { hourMs } from '../../core/time/durations.ts';
import { createForecast } from '../../exchange/plan/forecast.ts';
import { goalInEvents } from '../../exchange/plan/goal-in-events.ts';
import { createLearnedRates } from '../../exchange/plan/learned-rates.ts';
import { curveOf, observe, type Traffic } from '../../exchange/plan/traffic.ts';
import { makePlan, type PlanFacts } from './make-plan.ts';
import type { PacedBooking } from './read-paced-bookings.ts';

const nowMs = Date.parse('2026-11-23T10:00:00Z');
const zone = 'Europe/Brussels';

function booking(bookingId: number, change: Partial<PacedBooking> = {}): PacedBooking {
  return {
    bookingId,
    method: 'even',
    basisPoints: 0,
    goal: { counter: 'impressions', total: 1_000 },
    frontLoading: 0,
    priority: 5,
    startMs: nowMs,
    endMs: nowMs + 10 * hourMs,
    activeDays: [],
    dayParts: [],
    isDelivering: true,
    budget: null,
    positions: [{ positionId: 1, timeZone: zone }],
    ...change,
  };
}

const voice = (bookingId: number, basisPoints: number, change: Partial<PacedBooking> = {}) =>
  booking(bookingId, { method: 'share_of_voice', goal: null, basisPoints, ...change });

/** Returns a position with 1,000 requests in each hour of the week. */
function steadyTraffic(): Traffic {
  const traffic: Traffic = new Map();
  for (let hour = 168; hour >= 0; hour -= 1) {
    observe(traffic, new Map([[1, 1_000]]), { nowMs: nowMs - hour * hourMs, elapsedMs: hourMs });
  }
  return traffic;
}

function plan(bookings: readonly PacedBooking[], change: Partial<PlanFacts> = {}) {
  return makePlan({
    nowMs,
    bookings,
    delivered: new Map(),
    pending: new Map(),
    parts: new Map(),
    rates: createLearnedRates(null),
    forecast: createForecast(steadyTraffic(), nowMs),
    budgets: new Map(),
    ...change,
  });
}

const shown = (impressions: number) => new Map([[1, { ...noCounts(), impressions }]]);

describe('plan', () => {
  test('claims for an even goal its part of the traffic until its end, minus expected and delivered events', async () => {
    const [first] = await plan([booking(1)]);
    expect(first).toMatchObject({ bookingId: 1, left: 1_000, overbooked: false });
    expect(first?.part).toBeCloseTo(0.102, 4);
    const facts = { delivered: shown(600), pending: new Map([[1, 10.5]]) };
    const [later] = await plan([booking(1)], { ...facts, parts: new Map([[1, 0.102]]) });
    expect(later).toMatchObject({ left: 389 });
    // Limited to one step.
    expect(later?.part).toBeCloseTo(0.102 / 1.25, 4);
    expect(await plan([booking(1)], { delivered: shown(1_000) })).toMatchObject([{ part: 0, left: 0 }]);
  });

  test('counts only the traffic of the scheduled days and hours of a booking', async () => {
    // Monday 11:00 in Brussels. Scheduled from 12:00 to 14:00 on two days: only the hours of Monday count, not those of
    // Tuesday.
    const dayParts = [{ days: ['mon', 'wed'], fromMinute: 12 * 60, toMinute: 14 * 60 }] as const;
    const [first] = await plan([booking(1, { dayParts: [...dayParts], endMs: nowMs + 24 * hourMs })]);
    expect(first?.part).toBeCloseTo(0.51, 4);
    const days = await plan([booking(1, { activeDays: ['tue'], endMs: nowMs + 24 * hourMs })]);
    // Tuesday has 11 hours until the end.
    expect(days[0]?.part).toBeCloseTo(1.02 / 11, 4);
  });

  test('with too many goals, reports the lower priority as short and keeps it delivering', async () => {
    const [high, low] = await plan([
      booking(1, { priority: 1, goal: { counter: 'impressions', total: 8_000 } }),
      booking(2, { priority: 6, goal: { counter: 'impressions', total: 8_000 } }),
    ]);
    expect(high).toMatchObject({ overbooked: false });
    expect(low).toMatchObject({ overbooked: true });
    expect(low?.part).toBeGreaterThan(0);
  });

  test('with shares of voice above 100 %, reports the lower priority as overbooked, on the affected position only', async () => {
    const other = { positions: [{ positionId: 2, timeZone: zone }] };
    const planned = await plan([voice(1, 6_000), voice(2, 6_000, { priority: 2 }), voice(3, 6_000, other)]);
    expect(planned.map(({ overbooked }) => overbooked)).toEqual([true, false, false]);
    expect(planned[0]?.part).toBe(0.6);
    const paused = await plan([voice(1, 6_000), voice(2, 6_000, { isDelivering: false })]);
    expect(paused.map(({ overbooked }) => overbooked)).toEqual([false, false]);
  });

  test('starts a front-loaded even goal faster without reporting it as short', async () => {
    const [first] = await plan([booking(1, { frontLoading: 0.4 })]);
    expect(first?.part).toBeCloseTo(0.14, 4);
    expect(first?.overbooked).toBe(false);
  });

  test('claims nothing for a booking that is not running, and keeps its remaining goal', async () => {
    const ways = [{ isDelivering: false }, { startMs: nowMs + 1 }, { endMs: nowMs }];
    for (const change of ways) expect(await plan([booking(1, change)])).toMatchObject([{ part: 0, left: 1_000 }]);
  });

  test('without any requests, claims nothing for an even goal and everything for an asap goal', async () => {
    const forecast = createForecast(new Map(), nowMs);
    const planned = await plan([booking(1), booking(2, { method: 'asap' })], { forecast });
    expect(planned.map(({ part, overbooked }) => [part, overbooked])).toEqual([
      [0, false],
      [expect.closeTo(1, 6), expect.any(Boolean)],
    ]);
  });

  test('learns the events per slot: a viewability of 50 % needs twice the slots', async () => {
    const rates = createLearnedRates(null);
    const brought = { bookingId: 1, counter: 'impressions', wins: 20_000, events: 10_000, claimed: 20_000 } as const;
    rates.learn([brought], 1_000);
    const [first] = await plan([booking(1)], { rates });
    expect(first?.brings).toBeCloseTo(0.5, 2);
    expect(first?.part).toBeCloseTo(0.204, 2);
  });
});

test('converts a budget into the events it pays for, rounded down, so that it is never exceeded', () => {
  const price = { model: 'cpm', rateMicros: 3_000_000 } as const;
  expect(goalInEvents({ kind: 'spend', total: 10_000_000 }, price)).toEqual({ counter: 'impressions', total: 3_333 });
  expect(costOfEvents({ ...noCounts(), impressions: 3_333 }, price)).toBe(9_999_000);
  const perClick = { model: 'cpc', rateMicros: 400_000 } as const;
  expect(goalInEvents({ kind: 'spend', total: 1_000_000 }, perClick)).toEqual({ counter: 'clicks', total: 2 });
  const most = 999_999_999_999_999;
  expect(goalInEvents({ kind: 'spend', total: most }, price)?.total).toBe(333_333_333_333);
  expect(goalInEvents({ kind: 'spend', total: 1 }, null)).toBeNull();
  expect(goalInEvents({ kind: 'plays', total: 7 }, null)).toEqual({ counter: 'impressions', total: 7 });
  expect(goalInEvents({ kind: 'views', total: 7 }, null)).toEqual({ counter: 'viewables', total: 7 });
});

test('learns from a partly observed hour as from a full one, and nothing from a few seconds', () => {
  const traffic: Traffic = new Map();
  observe(traffic, new Map([[1, 20]]), { nowMs, elapsedMs: 30_000 });
  const known = traffic.get(1);
  if (known === undefined) throw new Error('not there');
  // Until an hour is over, the observed part represents the whole.
  expect(curveOf(known).hours[5]).toBeCloseTo((20 * hourMs) / 30_000, 6);
  observe(traffic, new Map([[1, 20]]), { nowMs: nowMs + 30_000, elapsedMs: 30_000 });
  observe(traffic, new Map(), { nowMs: nowMs + hourMs, elapsedMs: 1_000 });
  expect(known.curve.hours[Math.floor(nowMs / hourMs) % 168]).toBeCloseTo(2_400, 6);
  observe(traffic, new Map(), { nowMs: nowMs + 2 * hourMs, elapsedMs: 1_000 });
  expect(known.curve.hours[(Math.floor(nowMs / hourMs) + 1) % 168]).toBeNaN();
});
