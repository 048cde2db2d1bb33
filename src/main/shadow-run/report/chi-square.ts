/** Counts of one category in two samples. */
export type CategoryCounts = readonly [one: number, other: number];

export type HomogeneityTest = {
  readonly statistic: number;
  readonly degreesOfFreedom: number;
  /** Probability of a difference of at least this size if both samples have the same shares, 0 to 1. */
  readonly pValue: number;
};

/** Least expected count of a category. Rarer ones are combined. */
const leastExpected = 5;

/**
 * Tests whether two samples have the same shares of categories: chi-square test of homogeneity. Categories that are
 * too rare are combined into one.
 * @returns null: a sample is empty, or fewer than two categories remain
 */
export function testHomogeneity(categories: readonly CategoryCounts[]): HomogeneityTest | null {
  const [first, second] = totalsOf(categories);
  const total = first + second;
  if (first === 0 || second === 0) return null;
  const isRare = ([one, other]: CategoryCounts) => ((one + other) * Math.min(first, second)) / total < leastExpected;
  const common = categories.filter((category) => !isRare(category));
  const rare = totalsOf(categories.filter(isRare));
  const tested = rare[0] + rare[1] > 0 ? [...common, rare] : common;
  if (tested.length < 2) return null;
  let statistic = 0;
  for (const [one, other] of tested) {
    const all = one + other;
    for (const [count, size] of [
      [one, first],
      [other, second],
    ] as const) {
      const expected = (all * size) / total;
      if (expected > 0) statistic += (count - expected) ** 2 / expected;
    }
  }
  const degreesOfFreedom = tested.length - 1;
  return { statistic, degreesOfFreedom, pValue: chiSquareProbability(statistic, degreesOfFreedom) };
}

function totalsOf(categories: readonly CategoryCounts[]): [number, number] {
  return categories.reduce<[number, number]>((sum, [one, other]) => [sum[0] + one, sum[1] + other], [0, 0]);
}

/**
 * Returns the probability that a chi-square variable exceeds a value: the upper incomplete gamma function Q(k/2, x/2).
 * Source: Abramowitz, Stegun, "Handbook of Mathematical Functions", 26.4.19, 6.5.29 (series) and 6.5.31 (continued
 * fraction).
 * @example chiSquareProbability(3.841459, 1) // 0.05
 */
export function chiSquareProbability(statistic: number, degreesOfFreedom: number): number {
  if (statistic <= 0) return 1;
  const a = degreesOfFreedom / 2;
  const x = statistic / 2;
  const logFactor = a * Math.log(x) - x - logGammaOfHalves(degreesOfFreedom);
  if (x >= a + 1) return Math.exp(logFactor) * continuedFraction(a, x);
  return Math.min(1, Math.max(0, 1 - Math.exp(logFactor) * powerSeries(a, x)));
}

const seriesPrecision = 1e-14;
const maxTerms = 100_000;
const fractionLevels = 2_000;

/** Sum of x^n / (a (a + 1) ... (a + n)). */
function powerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < maxTerms && term > sum * seriesPrecision; n += 1) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** 1 / (x + (1 - a) / (1 + 1 / (x + (2 - a) / (1 + 2 / (x + ...))))), evaluated from the innermost level. */
function continuedFraction(a: number, x: number): number {
  let inner = x;
  for (let n = fractionLevels; n >= 1; n -= 1) inner = x + (n - a) / (1 + n / inner);
  return 1 / inner;
}

/** Returns the logarithm of the gamma function of half an integer, by its recurrence from 1/2 or 1. */
function logGammaOfHalves(halves: number): number {
  let sum = halves % 2 === 1 ? Math.log(Math.PI) / 2 : 0;
  for (let value = halves % 2 === 1 ? 1 : 2; value < halves; value += 2) sum += Math.log(value / 2);
  return sum;
}
