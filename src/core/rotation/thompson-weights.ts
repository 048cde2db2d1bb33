/*
 * Optimized rotation of the creatives of a booking, as pure functions.
 *
 * - `thompson-weights.ts`: weights from counted events. `beta-sampler.ts`: its deterministic random numbers.
 * - `planned-rotation.ts`: the weights as a plan publishes them, and the weight of one ad.
 * - `experiment.ts`: the groups of viewers in A/B tests and holdouts.
 *
 * `worker/pace/rotation` computes the weights, `core/decision/draw/rotate.ts` uses them. See docs/internals/pacing.md.
 */

import { createRandomStream, sampleBeta } from './beta-sampler.ts';
import { rotationWeightSum } from './planned-rotation.ts';

/** Counts of one creative in a booking. */
export type RotationArm = {
  readonly adId: number;
  /** Impressions, an integer, 0 or more. */
  readonly trials: number;
  /** Impressions with the event of the objective, for example clicks; an integer, 0 or more. */
  readonly events: number;
};

export type RotationOptions = {
  /** Integers that determine the random numbers: the number of the plan, the booking and the format. */
  readonly seed: readonly number[];
  /** Part of the requests that all creatives share equally whatever their results, 0 to 1. */
  readonly exploration?: number;
  /** Impressions below which a creative has at least an equal share. */
  readonly leastTrials?: number;
  /** Number of draws per creative. The standard error of a probability is at most 0.5 / sqrt(draws). */
  readonly draws?: number;
};

/** Assumption: 5 %, so that a creative whose results improve is noticed. docs/decisions/0220-optimized-rotation.md. */
const defaultExploration = 0.05;
/** Assumption: below this number of impressions a click rate is mostly chance. */
const defaultLeastTrials = 200;
const defaultDraws = 256;

/**
 * Computes rotation weights by Thompson sampling. The rate of each creative has a beta posterior with a uniform prior:
 * Beta(1 + events, 1 + trials - events). In each of `draws` rounds, a rate is drawn for each creative, and the highest
 * wins. The weight of a creative is its part of the won rounds, that is the probability that it is the best. Each
 * creative keeps an equal part of `exploration`; one with fewer than `leastTrials` impressions has at least an equal
 * share of all requests. Equal arguments give equal weights.
 *
 * Source: Thompson, "On the likelihood that one unknown probability exceeds another" (Biometrika 1933); Chapelle, Li,
 * "An empirical evaluation of Thompson sampling" (NIPS 2011); Scott, "A modern Bayesian look at the multi-armed bandit"
 * (Applied Stochastic Models in Business and Industry 2010), for weights by probability in batches.
 * @param arms at least one, with distinct IDs
 * @returns weight by ad ID, integers of at least 1, rounded half up; their sum is about `rotationWeightSum`
 * @example thompsonWeights([{ adId: 1, trials: 0, events: 0 }, { adId: 2, trials: 0, events: 0 }], { seed: [1, 9] })
 * // Map { 1 => 5000, 2 => 5000 }
 */
export function thompsonWeights(arms: readonly RotationArm[], options: RotationOptions): ReadonlyMap<number, number> {
  const { exploration = defaultExploration, leastTrials = defaultLeastTrials } = options;
  const equalShare = 1 / arms.length;
  const floors = arms.map(({ trials }) => (trials < leastTrials ? equalShare : exploration * equalShare));
  // The sum of floors is at most 1, because exploration is.
  const rest = Math.max(0, 1 - floors.reduce((sum, floor) => sum + floor, 0));
  const probabilities = rest > 0 ? bestProbabilities(arms, options) : floors;
  return new Map(
    arms.map(({ adId }, index) => {
      const share = (floors[index] as number) + rest * (probabilities[index] as number);
      return [adId, Math.max(1, Math.floor(share * rotationWeightSum + 0.5))];
    }),
  );
}

/** Returns for each creative the part of the rounds in which its drawn rate is the highest. */
function bestProbabilities(
  arms: readonly RotationArm[],
  { seed, draws = defaultDraws }: RotationOptions,
): readonly number[] {
  const random = createRandomStream(...seed);
  const wins = new Float64Array(arms.length);
  for (let draw = 0; draw < draws; draw += 1) {
    let best = 0;
    let bestRate = -1;
    for (let index = 0; index < arms.length; index += 1) {
      const { trials, events } = arms[index] as RotationArm;
      // Late impressions may be missing for counted events.
      const rate = sampleBeta(random, 1 + events, 1 + Math.max(0, trials - events));
      if (rate > bestRate) [best, bestRate] = [index, rate];
    }
    wins[best] = (wins[best] as number) + 1;
  }
  return Array.from(wins, (count) => count / draws);
}
