import { expect, test } from 'vitest';
import { createRandomStream } from '../rotation/beta-sampler.ts';
import { inPercent, percentInterval, wilsonInterval } from './confidence-interval.ts';

// Computed with the score test: the limits are the roots of (rate - limit)^2 = z^2 limit (1 - limit) / trials.
test.each([
  [12, 1_000, 0.0069, 0.0209],
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
  [5, 10, 0.2366, 0.7634],
  [1, 1, 0.2065, 1],
])('%d of %d events has the limits %d and %d', (events, trials, low, high) => {
  const interval = wilsonInterval(events, trials);
  expect(interval?.low).toBeCloseTo(low, 4);
  expect(interval?.high).toBeCloseTo(high, 4);
});

test('has no limits without trials, or if the events are not a part of the trials', () => {
  expect([wilsonInterval(0, 0), wilsonInterval(3, 2), wilsonInterval(-1, 2)]).toEqual([null, null, null]);
});

test('has limits in percent with four decimals', () => {
  const limits = wilsonInterval(12, 1_000);
  expect(percentInterval(12, 1_000)).toEqual({ low: 0.6878, high: 2.0857 });
  expect(inPercent(limits?.low ?? 0)).toBe(0.6878);
  expect(percentInterval(0, 10)?.low).toBe(0);
  expect(percentInterval(3, 2)).toBeNull();
});

test('contains the true rate in about 95 % of 20,000 experiments', () => {
  const random = createRandomStream(95);
  let covered = 0;
  for (let experiment = 0; experiment < 20_000; experiment += 1) {
    let events = 0;
    for (let trial = 0; trial < 200; trial += 1) if (random.uniform() < 0.05) events += 1;
    const interval = wilsonInterval(events, 200);
    if (interval !== null && interval.low <= 0.05 && 0.05 <= interval.high) covered += 1;
  }
  expect(covered / 20_000).toBeGreaterThan(0.93);
  expect(covered / 20_000).toBeLessThan(0.97);
});
