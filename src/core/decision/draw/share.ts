import { dayMs, hourMs } from '../../time/durations.ts';
/** Weights are constant for one hour (UTC): `now` is rounded down to the full hour. */
export const weightsHoldMs = hourMs;

/**
 * Returns the factor by which a near end raises a booking within its priority: `1 / (1 + (1 + daysLeft)/7)`, 0 <
 * urgency <= 0.875.
 * Source: product decisions 5.2.
 * @param daysLeft days until the end, fractional, >= 0; null: open end, urgency 0
 * @example urgency(6) // 0.5
 */
export function urgency(daysLeft: number | null): number {
  return daysLeft === null ? 0 : 1 / (1 + (1 + daysLeft) / 7);
}

/**
 * Returns the weight of a booking in its pool, `4^(-priority + urgency)`. Its share is the weight divided by the sum of
 * weights. `daysLeft` is counted from the full hour at or before `nowMs` and is never negative.
 * Source: product decisions 5.2; docs/decisions/0003-shares-and-draws.md.
 * @param priority 0 (highest) to 9
 * @param endMs epoch ms, exclusive; null: open end
 * @param nowMs epoch ms
 * @example bookingWeight({ priority: 5, endMs: null }, 0) // 4^-5 = 0.0009765625
 */
export function bookingWeight(
  booking: { readonly priority: number; readonly endMs: number | null },
  nowMs: number,
): number {
  return weightOfFactor(booking.priority, urgencyFactor(booking.endMs, nowMs));
}

/** Returns the weight of a booking whose `urgencyFactor` is known. */
export function weightOfFactor(priority: number, factor: number): number {
  return factor / 2 ** (2 * priority);
}

/**
 * Returns `4^urgency`, the factor by which a near end multiplies the weight of a priority: 1 for an open end, otherwise
 * above 1 and below 3.37. The days left are counted from the full hour at or before `nowMs`.
 * Source: product decisions 5.2.
 * @param endMs epoch ms, exclusive; null: open end
 * @param nowMs epoch ms
 * @example urgencyFactor(null, 0) // 1
 */
export function urgencyFactor(endMs: number | null, nowMs: number): number {
  if (endMs === null) return 1;
  const hourStartMs = Math.floor(nowMs / weightsHoldMs) * weightsHoldMs;
  return powerOfFour(urgency(Math.max(0, (endMs - hourStartMs) / dayMs)));
}

/**
 * Returns 4^exponent for 0 <= exponent <= 1 by the series of e^(exponent ln 4). `Math.pow` may differ in the last bit
 * between machines and versions. The four basic operations may not, and equal arguments must give equal shares
 * everywhere. 24 terms leave an error below 10^-20, far below the rounding of a double.
 */
function powerOfFour(exponent: number): number {
  const x = exponent * lnFour;
  let sum = 1;
  for (let term = 24; term >= 1; term -= 1) sum = 1 + (x / term) * sum;
  return sum;
}

const lnFour = 1.3862943611198906;
