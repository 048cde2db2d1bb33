import { describe, expect, test } from 'vitest';
import { isSameRotation, packRotation, plannedWeight, rotationWeightSum, unpackRotation } from './planned-rotation.ts';
import { type RotationArm, thompsonWeights } from './thompson-weights.ts';

const seed = [41, 7] as const;
const arm = (adId: number, trials: number, events: number): RotationArm => ({ adId, trials, events });
const sumOf = (weights: ReadonlyMap<number, number>) => [...weights.values()].reduce((sum, weight) => sum + weight, 0);

describe('Thompson weights', () => {
  test('are equal without data, and for a single creative everything', () => {
    expect([...thompsonWeights([arm(1, 0, 0), arm(2, 150, 40)], { seed })]).toEqual([
      [1, 5_000],
      [2, 5_000],
    ]);
    expect([...thompsonWeights([arm(5, 9_000, 12)], { seed })]).toEqual([[5, 10_000]]);
  });

  test('favor the creative with the higher rate, and more so with more data', () => {
    const bestOf = (impressions: number) =>
      thompsonWeights([arm(1, impressions, impressions * 0.02), arm(2, impressions, impressions * 0.03)], { seed }).get(
        2,
      ) ?? 0;
    expect(bestOf(500)).toBeGreaterThan(6_000);
    expect(bestOf(2_000)).toBeGreaterThan(bestOf(500));
    expect(bestOf(50_000)).toBe(9_750);
  });

  test('are near the exact probability that a creative is the best', () => {
    const weights = thompsonWeights([arm(1, 1_000, 20), arm(2, 1_000, 27)], { seed, exploration: 0, draws: 20_000 });
    expect((weights.get(2) ?? 0) / rotationWeightSum).toBeCloseTo(exactProbability(), 2);
  });

  test('keep the exploration share for a bad creative', () => {
    const weights = thompsonWeights([arm(1, 90_000, 9), arm(2, 90_000, 900), arm(3, 90_000, 9)], {
      seed,
      exploration: 0.3,
    });
    expect([...weights.values()]).toEqual([1_000, 8_000, 1_000]);
  });

  test('give a new creative at least an equal share until it has enough impressions', () => {
    const arms = [arm(1, 90_000, 9), arm(2, 90_000, 900), arm(3, 199, 0)];
    const weights = thompsonWeights(arms, { seed });
    expect(weights.get(3)).toBeGreaterThanOrEqual(3_333);
    expect(weights.get(2)).toBeGreaterThan(5_000);
    expect(weights.get(1)).toBeLessThan(200);
  });

  test('are equal for equal arguments, depend on the seed, and have the sum of all requests', () => {
    const arms = [arm(1, 700, 9), arm(2, 800, 14), arm(3, 750, 11), arm(4, 600, 12)];
    expect([...thompsonWeights(arms, { seed })]).toEqual([...thompsonWeights(arms, { seed })]);
    expect([...thompsonWeights(arms, { seed: [42, 7] })]).not.toEqual([...thompsonWeights(arms, { seed })]);
    expect(Math.abs(sumOf(thompsonWeights(arms, { seed })) - rotationWeightSum)).toBeLessThanOrEqual(4);
  });

  test('accept more events than impressions, and are at least 1', () => {
    const weights = thompsonWeights([arm(1, 300, 320), arm(2, 90_000, 0)], { seed, exploration: 0 });
    expect([...weights]).toEqual([
      [1, 10_000],
      [2, 1],
    ]);
  });
});

const rotation = {
  bookingId: 1,
  planNumber: 7,
  weights: new Map([
    [11, 9_000],
    [12, 1_000],
  ]),
};

test('an ad without a planned weight has an equal share', () => {
  expect([11, 12, 13].map((adId) => plannedWeight(rotation, adId, 3))).toEqual([9_000, 1_000, 3_333]);
});

test('a rotation is the same after it was packed, and differs by plan, ad or weight', () => {
  expect(unpackRotation(packRotation(rotation))).toEqual(rotation);
  expect(isSameRotation(rotation, unpackRotation(packRotation(rotation)))).toBe(true);
  const others = [
    [1, 8, 11, 9_000, 12, 1_000],
    [1, 7, 11, 9_000],
    [1, 7, 11, 9_000, 12, 1_001],
    [1, 7, 11, 9_000, 13, 1_000],
  ];
  expect(others.map((numbers) => isSameRotation(rotation, unpackRotation(numbers)))).toEqual(others.map(() => false));
  expect(isSameRotation(rotation, undefined)).toBe(false);
});

/** Integrates P(second > first) for Beta(21, 981) and Beta(28, 974) on a grid. */
function exactProbability(): number {
  const steps = 200_000;
  const most = 0.1;
  let [first, both, firstSum, secondSum] = [0, 0, 0, 0];
  const density = (rate: number, events: number, others: number) =>
    Math.exp(events * Math.log(rate / 0.0235) + others * Math.log((1 - rate) / 0.9765));
  for (let step = 1; step < steps; step += 1) {
    const rate = (step / steps) * most;
    const [one, other] = [density(rate, 20, 980), density(rate, 27, 973)];
    both += other * (first + one / 2);
    first += one;
    firstSum += one;
    secondSum += other;
  }
  return both / (firstSum * secondSum);
}
