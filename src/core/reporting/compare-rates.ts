import { quantile95 } from './confidence-interval.ts';

/** Events of a number of trials. */
export type CountedRate = { readonly events: number; readonly trials: number };

/** The difference of two rates. */
export type RateComparison = {
  /** Relative difference, one rate divided by the other, minus 1. */
  readonly lift: number;
  /** Limits of `lift` at a confidence of 95 %. */
  readonly low: number;
  readonly high: number;
  /** Probability of a difference of at least this size if both rates are equal, 0 to 1. */
  readonly pValue: number;
};

/** Fewest events of each rate for which the normal approximation holds. */
const leastEvents = 5;

/**
 * Compares two rates. The interval is that of the logarithm of the ratio (Katz et al., "Obtaining confidence intervals
 * for the risk ratio in cohort studies", Biometrics 1978), the probability that of the two-sided z-test for two
 * proportions with the pooled rate.
 * @returns null: a rate has fewer than 5 events, or more events than trials
 * @example compareRates({ events: 120, trials: 1_000 }, { events: 100, trials: 1_000 }) // lift 0.2, p-value 0.153
 */
export function compareRates(one: CountedRate, other: CountedRate): RateComparison | null {
  for (const { events, trials } of [one, other]) if (events < leastEvents || events > trials) return null;
  const ratio = one.events / one.trials / (other.events / other.trials);
  const spread = Math.sqrt(1 / one.events - 1 / one.trials + 1 / other.events - 1 / other.trials);
  const pooled = (one.events + other.events) / (one.trials + other.trials);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / one.trials + 1 / other.trials));
  const difference = Math.abs(one.events / one.trials - other.events / other.trials);
  return {
    lift: ratio - 1,
    low: ratio * Math.exp(-quantile95 * spread) - 1,
    high: ratio * Math.exp(quantile95 * spread) - 1,
    pValue: deviation === 0 ? 1 : twoSidedProbability(difference / deviation),
  };
}

/**
 * Returns the probability that a standard normal number is further than `deviations` from 0. Source: Abramowitz, Stegun,
 * "Handbook of Mathematical Functions", 7.1.26; absolute error below 1.5e-7.
 */
function twoSidedProbability(deviations: number): number {
  const x = deviations / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return polynomial * Math.exp(-x * x);
}
