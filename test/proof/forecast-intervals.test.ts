import { describe, expect, test } from 'vitest';
import { type BackTest, backTest, type HourlyRequests, recordOf, spreadOf } from '../../src/core/pacing/back-test.ts';
import { dayMs, hourMs } from '../../src/core/time/durations.ts';
import { type Chance, chanceOf } from '../support/attacks/odd-streams.ts';
import { type Shape, startMs } from './simulated-market.ts';
import { season, shapesOf } from './traffic-shapes.ts';

/** Recorded days per position, of which the first week is only learned from. The nightly run uses two months. */
const days = Number(process.env['PLACARD_TEST_DAYS'] ?? 35);
const series = process.env['PLACARD_TEST_DAYS'] === undefined ? 15 : 200;
/** Requests of a typical hour. */
const sizes = [120, 900, 36_000];
const horizons = [1, 3, 7];

const weekdays = [1, 1, 1.05, 0.95, 1.1, 0.7, 0.6];
const shapes: Readonly<Record<string, Shape>> = {
  ...shapesOf(days),
  'other at weekends': (hour, chance) => season(hour, chance) * (weekdays[Math.floor(hour / 24) % 7] as number),
  'noisy from day to day': ofDays((chance) => Math.exp(0.15 * normal(chance))),
};

/** Returns a shape with a random factor for each day. */
function ofDays(draw: (chance: Chance) => number): Shape {
  let today = { day: -1, factor: 1 };
  return (hour, chance) => {
    const day = Math.floor(hour / 24);
    if (day !== today.day) today = { day, factor: draw(chance) };
    return season(hour, chance) * today.factor;
  };
}

/** Returns recorded requests: each hour random around the typical number. */
function record(shape: Shape, perHour: number, seed: number): HourlyRequests {
  const chance = chanceOf(seed);
  const requests = Float64Array.from({ length: days * 24 }, (_, hour) => {
    const mean = perHour * shape(hour, chance);
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(chance)));
  });
  return { firstHour: (Math.floor(startMs / dayMs) * dayMs) / hourMs, requests };
}

function normal(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
}

type Coverage = { held: number; intervals: number; width: number };

/** Counts the intervals that hold. Each is based on errors known at the start of its days. */
function cover(tests: readonly BackTest[], horizon: number, sum: Coverage): void {
  for (const { day, expected, actual } of tests) {
    const known = tests.filter((before) => before.day + horizon <= day).map(({ error }) => error);
    const spread = spreadOf(known, horizon);
    if (spread === null) continue;
    sum.intervals += 1;
    sum.width += spread.high - spread.low;
    const part = (actual + 1) / (expected + 1);
    if (part >= spread.low && part <= spread.high) sum.held += 1;
  }
}

describe(`${series * sizes.length} positions of each kind of traffic, recorded for ${days} days`, () => {
  for (const horizon of horizons) {
    test(`95 % intervals of forecasts over ${horizon} days contain 90 to 99 % of the values`, () => {
      const all: Coverage = { held: 0, intervals: 0, width: 0 };
      const byShape: Record<string, string> = {};
      for (const [shapeIndex, [name, shape]] of Object.entries(shapes).entries()) {
        const sum: Coverage = { held: 0, intervals: 0, width: 0 };
        for (let seed = 0; seed < series * sizes.length; seed += 1) {
          const size = sizes[seed % sizes.length] as number;
          const recorded = record(shape, size, 1_000 * shapeIndex + seed);
          const tests = backTest(recorded, horizon);
          cover(tests, horizon, sum);
        }
        all.held += sum.held;
        all.intervals += sum.intervals;
        byShape[name] =
          `${((100 * sum.held) / sum.intervals).toFixed(1)} %, ${(sum.width / sum.intervals).toFixed(2)} wide`;
        // A step cannot be predicted for days before it. Forecasts of later days include it.
        if (horizon === 1) expect(sum.held / sum.intervals, name).toBeGreaterThan(0.9);
      }
      const coverage = all.held / all.intervals;
      process.stdout.write(
        `forecasts over ${horizon} days: ${(100 * coverage).toFixed(1)} % of ${all.intervals} within the interval\n`,
      );
      expect(coverage, JSON.stringify(byShape)).toBeGreaterThan(0.9);
      expect(coverage, JSON.stringify(byShape)).toBeLessThan(0.99);
    });
  }

  test('the published values of a position are that coverage and the forecast error', () => {
    const tests = backTest(record(shapes['noisy'] as Shape, 900, 7), 1);
    const sum: Coverage = { held: 0, intervals: 0, width: 0 };
    cover(tests, 1, sum);
    const { backTests, held, meanError } = recordOf(tests, 1);
    expect(backTests).toBe(days - 7);
    expect(held).toBe(sum.held / sum.intervals);
    expect(meanError).toBeGreaterThan(0.02);
    expect(meanError).toBeLessThan(0.15);
  });

  test('omits unrecorded hours on both sides, and returns null with too little data', () => {
    const whole = record(season, 900, 3);
    const gap = { ...whole, requests: whole.requests.map((requests, hour) => (hour % 24 < 6 ? Number.NaN : requests)) };
    for (const { expected, actual } of backTest(gap, 1)) expect(Math.abs(actual / expected - 1)).toBeLessThan(0.1);
    const away = {
      ...whole,
      requests: whole.requests.map((requests, hour) => (hour % 24 < 13 ? Number.NaN : requests)),
    };
    expect(backTest(away, 1)).toEqual([]);
    expect(spreadOf([0.1, -0.1, 0.2], 1)).toBeNull();
    expect(recordOf([], 1)).toEqual({ backTests: 0, meanError: null, held: null });
  });
});
