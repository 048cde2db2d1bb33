import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '../time/durations.ts';
import { aheadBy } from './front-loading.ts';
import { nextPart } from './pacing-step.ts';
import { type PlannedGoal, planClaims } from './plan-claims.ts';
import { createTrafficCurve, observeHour, predictRequests } from './traffic-curve.ts';

describe('plan', () => {
  const goal = (bookingId: number, slotsNeeded: number, changes: Partial<PlannedGoal> = {}): PlannedGoal => ({
    bookingId,
    method: 'even',
    priority: 5,
    endMs: null,
    slotsNeeded,
    positions: [{ positionId: 1, requests: 10_000 }],
    ...changes,
  });
  const parts = (goals: readonly PlannedGoal[]) =>
    new Map(planClaims(goals).map((claim) => [claim.bookingId, [claim.part, claim.limitedBy !== null]]));

  test('claims the required part of the traffic plus 2 %', () => {
    expect(parts([goal(1, 1000)]).get(1)).toEqual([expect.closeTo(0.102, 9), false]);
  });

  test('skips a full position and claims more of others', () => {
    const positions = [
      { positionId: 1, requests: 10_000 },
      { positionId: 2, requests: 10_000 },
    ];
    const claims = parts([goal(1, 9000, { priority: 1 }), goal(2, 5100, { positions })]);
    expect(claims.get(1)?.[1]).toBe(false);
    // Position 1 has 1 - 0.918 left: 820 slots; 5,202 - 820 come from position 2.
    expect(claims.get(2)).toEqual([expect.closeTo(0.4382, 3), false]);
  });

  test('with too many goals, serves the higher priority and the earlier end in full and the last in part, above zero', () => {
    const claims = parts([
      goal(1, 5000, { priority: 6 }),
      goal(2, 5000, { priority: 2 }),
      goal(3, 4000, { endMs: 5 }),
      goal(4, 4000),
    ]);
    expect(claims.get(2)).toEqual([expect.closeTo(0.51, 9), false]);
    expect(claims.get(3)).toEqual([expect.closeTo(0.408, 9), false]);
    expect(claims.get(4)?.[1]).toBe(true);
    expect(claims.get(1)).toEqual([expect.closeTo(0.0125, 9), true]);
    const total = [...claims.values()].reduce((sum, [part]) => sum + Number(part), 0);
    expect(total).toBeLessThanOrEqual(1 + 1e-9);
  });

  test('gives asap the remaining requests', () => {
    expect(parts([goal(1, 2000, { priority: 1 }), goal(2, 10, { method: 'asap' })]).get(2)?.[0]).toBeCloseTo(0.796, 9);
  });

  test('gives a front-loaded goal only unneeded requests, and does not report a shortage without them', () => {
    const ahead = { priority: 1, ahead: 1.4 };
    expect(parts([goal(1, 1000, ahead), goal(2, 5000)]).get(1)).toEqual([expect.closeTo(0.14, 9), false]);
    const crowded = parts([goal(1, 5000, ahead), goal(2, 4000)]);
    expect(crowded.get(2)).toEqual([expect.closeTo(0.408, 9), false]);
    expect(crowded.get(1)).toEqual([expect.closeTo(0.592, 9), false]);
    const alone = parts([goal(1, 9000, ahead)]);
    expect(alone.get(1)).toEqual([expect.closeTo(1, 9), false]);
  });

  test('front-loading by f starts 1 + f times as fast, delivers f / 2 more at half of the traffic, and ends at the goal', () => {
    for (const frontLoading of [0, 0.1, 0.25, 0.4]) {
      let delivered = 0;
      let atHalf = 0;
      let most = 0;
      const steps = 10_000;
      for (let step = 0; step < steps; step += 1) {
        if (step === steps / 2) atHalf = delivered;
        delivered += (aheadBy(frontLoading, step / steps) * (1 - delivered)) / (steps - step);
        most = Math.max(most, delivered / ((step + 1) / steps));
      }
      expect(delivered).toBeCloseTo(1, 3);
      expect(atHalf).toBeCloseTo(0.5 * (1 + frontLoading / 2), 3);
      expect(most).toBeCloseTo(1 + frontLoading, 3);
    }
  });

  test('claims are above 0 and at most 1 for any goals', () => {
    const position = fc.record({
      positionId: fc.integer({ min: 1, max: 3 }),
      requests: fc.integer({ min: 1, max: 9999 }),
    });
    const any = fc.record({
      method: fc.constantFrom('even' as const, 'asap' as const),
      priority: fc.integer({ min: 0, max: 9 }),
      endMs: fc.option(fc.nat(1000), { nil: null }),
      slotsNeeded: fc.integer({ min: 1, max: 9999 }),
      positions: fc.uniqueArray(position, { minLength: 1, maxLength: 3, selector: (one) => one.positionId }),
    });
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 8 }), (list) => {
        const goals = list.map((one, index) => ({ ...one, bookingId: index + 1 }));
        for (const { part } of planClaims(goals)) {
          expect(part).toBeGreaterThan(0);
          expect(part).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 10_000, seed: 20261121 },
    );
  });
});

test('a claim changes by at most a quarter per step and catches up with at most 4 times its even part', () => {
  expect(nextPart({ part: 0.1, planned: 0.5, evenPart: 0.1 })).toBeCloseTo(0.125, 12);
  expect(nextPart({ part: 0.5, planned: 0.1, evenPart: 0.2 })).toBeCloseTo(0.4, 12);
  expect(nextPart({ part: 0.39, planned: 0.9, evenPart: 0.1 })).toBeCloseTo(0.4, 12);
  expect(nextPart({ part: 0, planned: 0.3, evenPart: 0.1 })).toBe(0.3);
});

test('a curve learns the week and the level of the last hours', () => {
  const curve = createTrafficCurve();
  const usual = (hour: number): number => 100 + 50 * (hour % 24);
  for (let hour = 0; hour < 168; hour += 1) observeHour(curve, hour, usual(hour));
  expect(predictRequests(curve, 168 * hourMs, 192 * hourMs)).toBeCloseTo(24 * 100 + 50 * 276, 6);
  for (let hour = 168; hour < 192; hour += 1) observeHour(curve, hour, usual(hour) / 2);
  expect(curve.level).toBeCloseTo(0.5, 2);
});

/** Random numbers from a fixed seed, 0 to 1. */
function createNoise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Shape = (hour: number, noise: () => number) => number;
const season: Shape = (hour) => 1.05 + Math.sin((((hour % 24) - 9) / 24) * 2 * Math.PI);
const shapes: Readonly<Record<string, Shape>> = {
  seasonal: season,
  noisy: (hour, noise) => season(hour, noise) * (0.5 + noise()),
  'halved from the third day': (hour, noise) => season(hour, noise) * (hour % 168 < 48 || hour < 168 ? 1 : 0.5),
  'doubled from the third day': (hour, noise) => season(hour, noise) * (hour < 168 + 48 ? 1 : 2),
};

type Simulated = { readonly id: number; readonly priority: number; readonly total: number; readonly days: number };

/** Learns one week, then runs goals on one position for a week with a step per minute. */
function simulate(shape: Shape, goals: readonly Simulated[], seed: number) {
  const noise = createNoise(seed);
  const perMinute = 120;
  const curve = createTrafficCurve();
  for (let hour = 0; hour < 168; hour += 1) observeHour(curve, hour, perMinute * 60 * season(hour, noise));
  const startMs = 168 * hourMs;
  const runs = goals.map((goal) => ({
    ...goal,
    endMs: startMs + goal.days * dayMs,
    delivered: 0,
    part: 0,
    everOverbooked: false,
    evenPart: goal.total / predictRequests(curve, startMs, startMs + goal.days * dayMs),
  }));
  let ofHour = 0;
  for (let minute = 0; minute < 7 * 24 * 60; minute += 1) {
    const nowMs = startMs + minute * 60_000;
    const requests = Math.round(perMinute * shape(168 + Math.floor(minute / 60), noise));
    const running = runs.filter(({ delivered, total, endMs }) => delivered < total && nowMs < endMs);
    const plan = planClaims(
      running.map(({ id, priority, endMs, total, delivered }) => ({
        bookingId: id,
        method: 'even' as const,
        priority,
        endMs,
        slotsNeeded: total - delivered,
        positions: [{ positionId: 1, requests: predictRequests(curve, nowMs, endMs) }],
      })),
    );
    const claimed = plan.map((claim) => {
      const run = runs.find(({ id }) => id === claim.bookingId) as (typeof runs)[number];
      run.part = nextPart({ part: run.part, planned: claim.part, evenPart: run.evenPart });
      run.everOverbooked ||= claim.limitedBy === 'OVERBOOKED_POSITION';
      return run;
    });
    for (let request = 0; request < requests; request += 1) {
      let ticket = noise();
      for (const run of claimed) {
        ticket -= run.part;
        if (ticket >= 0) continue;
        run.delivered += 1;
        break;
      }
    }
    ofHour += requests;
    if (minute % 60 === 59) {
      observeHour(curve, Math.floor(nowMs / hourMs), ofHour);
      ofHour = 0;
    }
  }
  return new Map(runs.map((run) => [run.id, run]));
}

describe('goals in simulated traffic', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    test(`${name}: every goal ends within 2 %`, { timeout: 120_000 }, () => {
      const goals = [
        { id: 1, priority: 3, total: 100_000, days: 7 },
        { id: 2, priority: 5, total: 20_000, days: 4 },
        { id: 3, priority: 5, total: 150_000, days: 7 },
        { id: 4, priority: 7, total: 3_000, days: 2 },
      ];
      for (const { delivered, total } of simulate(shape, goals, 11).values()) {
        expect(Math.abs(delivered / total - 1)).toBeLessThan(0.02);
      }
    });
  }

  test('on an overbooked position the higher priority ends within 2 %, and the lower is short, reports it and keeps delivering', {
    timeout: 120_000,
  }, () => {
    const goals = [
      { id: 1, priority: 2, total: 900_000, days: 7 },
      { id: 2, priority: 5, total: 900_000, days: 7 },
      { id: 3, priority: 8, total: 300_000, days: 7 },
    ];
    const runs = simulate(season, goals, 12);
    expect(Math.abs((runs.get(1)?.delivered ?? 0) / 900_000 - 1)).toBeLessThan(0.02);
    expect(runs.get(1)?.everOverbooked).toBe(false);
    for (const id of [2, 3]) expect(runs.get(id)?.everOverbooked).toBe(true);
    expect(runs.get(2)?.delivered).toBeGreaterThan(100_000);
    expect(runs.get(3)?.delivered).toBeGreaterThan(5_000);
  });
});
