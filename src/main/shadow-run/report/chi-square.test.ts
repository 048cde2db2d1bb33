import { expect, test } from 'vitest';
import { chiSquareProbability, testHomogeneity } from './chi-square.ts';

test.each([
  // Quantiles from published tables.
  [3.841459, 1, 0.05],
  [6.634897, 1, 0.01],
  [10.827566, 1, 0.001],
  [18.307038, 10, 0.05],
  [124.342113, 100, 0.05],
  [2.705543, 1, 0.1],
  [0.004, 1, 0.94957],
])('a value of %d with %d degrees of freedom is exceeded with probability %d', (statistic, freedom, probability) => {
  expect(chiSquareProbability(statistic, freedom)).toBeCloseTo(probability, 5);
});

test('equal shares have no difference, and different shares have the statistic of the textbook', () => {
  expect(
    testHomogeneity([
      [100, 200],
      [300, 600],
    ]),
  ).toEqual({ statistic: 0, degreesOfFreedom: 1, pValue: 1 });
  const result = testHomogeneity([
    [30, 20],
    [20, 30],
  ]);
  expect(result?.statistic).toBeCloseTo(4, 10);
  expect(result?.pValue).toBeCloseTo(0.0455, 4);
});

test('rare categories are combined, and samples that cannot be compared have no result', () => {
  const result = testHomogeneity([
    [100, 100],
    [100, 100],
    [3, 1],
    [1, 3],
  ]);
  expect(result?.degreesOfFreedom).toBe(2);
  expect(
    testHomogeneity([
      [10, 0],
      [5, 0],
    ]),
  ).toBeNull();
  expect(testHomogeneity([[10, 12]])).toBeNull();
  expect(testHomogeneity([])).toBeNull();
});

test('two samples of one distribution differ by chance only as often as the probability states', () => {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const shares = [0.5, 0.3, 0.15, 0.05];
  const sample = (size: number) => {
    const counts = shares.map(() => 0);
    for (let draw = 0; draw < size; draw += 1) {
      let rest = random();
      const index = shares.findIndex((share) => {
        rest -= share;
        return rest < 0;
      });
      counts[index === -1 ? 3 : index] = (counts[index === -1 ? 3 : index] ?? 0) + 1;
    }
    return counts;
  };
  const trials = 1_000;
  let below = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    const [one, other] = [sample(400), sample(700)];
    const result = testHomogeneity(one.map((count, index) => [count, other[index] ?? 0] as const));
    if ((result?.pValue ?? 1) < 0.05) below += 1;
  }
  expect(below).toBeGreaterThan(25);
  expect(below).toBeLessThan(80);
});
