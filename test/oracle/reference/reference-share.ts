/**
 * The share rule with integers only: weights as fixed-point numbers with 200 binary places, bounds as exact fractions.
 * Intentionally slow and simple. The engine is tested against it.
 */
export type ReferenceTerms = { readonly priority: number; readonly endMs: number | null };

/**
 * Returns the upper ticket bounds of a pool: cumulative share times `drawSpace`, rounded half up.
 * @param pool at least one booking; endMs in epoch ms, integer
 * @param nowMs epoch ms, integer Source: product decisions 5.2.
 */
export function referenceBounds(pool: readonly ReferenceTerms[], nowMs: number, drawSpace: bigint): bigint[] {
  return boundsOfWeights(
    pool.map((booking) => referenceWeight(booking, nowMs)),
    drawSpace,
  );
}

/** Returns the upper ticket bounds of entries with integer weights, rounded half up. */
export function boundsOfWeights(weights: readonly bigint[], drawSpace: bigint): bigint[] {
  const total = sumOf(weights);
  return weights.map((_, index) => {
    const cumulative = sumOf(weights.slice(0, index + 1));
    return (2n * cumulative * drawSpace + total) / (2n * total);
  });
}

/** Returns 4^(9 - priority + urgency) times 2^200, rounded down: proportional to the weight of the rule. */
export function referenceWeight({ priority, endMs }: ReferenceTerms, nowMs: number): bigint {
  const level = 4n ** BigInt(9 - priority);
  if (endMs === null) return level * one;
  // 1 / (1 + (1 + daysLeft)/7) = 7 / (8 + daysLeft) = 7 days / (8 days + time left).
  const hour = 3_600_000n;
  const now = BigInt(nowMs);
  const intoHour = ((now % hour) + hour) % hour;
  const timeLeft = BigInt(endMs) - (now - intoHour);
  const day = 24n * hour;
  const notNegative = timeLeft > 0n ? timeLeft : 0n;
  return level * exponential((7n * day * 2n * naturalLogarithmOfTwo) / (8n * day + notNegative));
}

const one = 1n << 200n;

/** ln 2 = sum of 1 / (n 2^n), with 200 binary places. */
const naturalLogarithmOfTwo = sumOf(
  Array.from({ length: 200 }, (_, index) => one / (BigInt(index + 1) << BigInt(index + 1))),
);

/** Returns e^x by its series. x and the result have 200 binary places. */
function exponential(x: bigint): bigint {
  let term = one;
  let sum = one;
  for (let n = 1n; n <= 100n; n += 1n) {
    term = (term * x) / one / n;
    sum += term;
  }
  return sum;
}

function sumOf(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}
