import { describe, expect, test } from 'vitest';
import { createRandomStream, sampleBeta } from './beta-sampler.ts';

const count = 100_000;

function statisticsOf(draw: () => number): { readonly mean: number; readonly variance: number } {
  let [sum, squares] = [0, 0];
  for (let index = 0; index < count; index += 1) {
    const value = draw();
    if (value <= 0 || value >= 1) throw new Error(`not between 0 and 1: ${value}`);
    sum += value;
    squares += value * value;
  }
  return { mean: sum / count, variance: squares / count - (sum / count) ** 2 };
}

describe('random stream', () => {
  test('is equal for equal seeds and different for other seeds, also above 32 bits', () => {
    const first = (...seeds: number[]) => {
      const random = createRandomStream(...seeds);
      return [random.uniform(), random.uniform(), random.uniform()];
    };
    expect(first(7, 12)).toEqual(first(7, 12));
    const others = [first(7, 12), first(12, 7), first(7, 13), first(8, 12), first(7, 12 + 2 ** 32), first(0, 0)];
    expect(new Set(others.map(String)).size).toBe(others.length);
  });

  test('is uniform', () => {
    const random = createRandomStream(1, 2);
    const { mean, variance } = statisticsOf(() => random.uniform());
    expect(mean).toBeCloseTo(0.5, 2);
    expect(variance).toBeCloseTo(1 / 12, 3);
  });
});

test.each([
  [1, 1],
  [3, 997],
  [1, 50],
  [40, 2],
  [120_000, 4_000_000],
])('draws from a beta distribution with the mean and variance of Beta(%d, %d)', (alpha, beta) => {
  const random = createRandomStream(alpha, beta);
  const { mean, variance } = statisticsOf(() => sampleBeta(random, alpha, beta));
  const sum = alpha + beta;
  const expectedVariance = (alpha * beta) / (sum * sum * (sum + 1));
  expect(Math.abs(mean - alpha / sum)).toBeLessThan(4 * Math.sqrt(expectedVariance / count));
  expect(Math.abs(variance / expectedVariance - 1)).toBeLessThan(0.05);
});
