/** Limits of a rate, from 0 to 1 or in percent. */
export type RateInterval = { readonly low: number; readonly high: number };

/** Quantile of the standard normal distribution for 95 % of the probability around the mean. */
export const quantile95 = 1.959_963_984_540_054;

/**
 * Returns the Wilson score interval of a rate: the rates with which the counted events are plausible at a confidence of
 * 95 %. Unlike an interval around the observed rate, it is also correct for few events and never leaves 0 to 1. Source:
 * Wilson, "Probable inference, the law of succession, and statistical inference" (JASA 1927).
 * @param events 0 to `trials`
 * @param trials number of observations
 * @returns null: no trials, or more events than trials, so that the events are not a part of the trials
 * @example wilsonInterval(12, 1_000) // { low: 0.0069, high: 0.0209 }, rounded
 */
export function wilsonInterval(events: number, trials: number): RateInterval | null {
  if (trials <= 0 || events < 0 || events > trials) return null;
  const square = quantile95 ** 2;
  const rate = events / trials;
  const center = (rate + square / (2 * trials)) / (1 + square / trials);
  const spread =
    (quantile95 / (1 + square / trials)) * Math.sqrt((rate * (1 - rate)) / trials + square / (4 * trials * trials));
  return { low: Math.max(0, center - spread), high: Math.min(1, center + spread) };
}

/**
 * Returns the limits of `wilsonInterval` in percent, with four decimals.
 * @example percentInterval(12, 1_000) // { low: 0.6878, high: 2.0857 }
 */
export function percentInterval(events: number, trials: number): RateInterval | null {
  const interval = wilsonInterval(events, trials);
  return interval === null ? null : { low: inPercent(interval.low), high: inPercent(interval.high) };
}

/** Returns a rate in percent, with four decimals. @example inPercent(1 / 3) // 33.3333 */
export function inPercent(rate: number): number {
  return Math.round(rate * 1_000_000) / 10_000;
}
