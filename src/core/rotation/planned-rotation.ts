/**
 * Terms of the experiment of a booking. They apply to viewers that the request identifies and who consented to the
 * attribution of conversions. Source: docs/decisions/0224-experiments.md.
 */
export type ExperimentTerms = {
  /** Viewers that see no ad of the booking, in percent, an integer from 0 to 50. */
  readonly holdoutPercent: number;
  /** Each viewer always sees the same creative of a format. */
  readonly isSplit: boolean;
};

/** Rotation weights and experiment of one booking, as published in a plan. */
export type PlannedRotation = {
  readonly bookingId: number;
  /** Number of the plan that computed the weights. It is also the seed of the computation. */
  readonly planNumber: number;
  /**
   * Weight by ad ID, a positive integer. The sum of the ads of one format is `rotationWeightSum`, except for rounding.
   * Formats with a single ad have no entry. Empty: the weights of the booking apply.
   */
  readonly weights: ReadonlyMap<number, number>;
  /** Omitted: the booking has no experiment. */
  readonly experiment?: ExperimentTerms;
};

/**
 * Planned rotations by booking ID. Bookings with weighted rotation and without an experiment have none. Replaced and never
 * modified.
 */
export type PlannedRotations = ReadonlyMap<number, PlannedRotation>;

/** No booking has optimized rotation or an experiment. */
export const noRotations: PlannedRotations = new Map();

/** Sum of the weights of the ads of one format. */
export const rotationWeightSum = 10_000;

/**
 * Returns the weight of an ad. An ad that the plan does not contain yet, for example a new creative, has an equal share.
 * @param adCount number of ads among which the request rotates, at least 1
 * @returns a positive integer, rounded down
 * @example plannedWeight({ bookingId: 1, planNumber: 7, weights: new Map([[11, 9_000], [12, 1_000]]) }, 13, 4) // 2500
 */
export function plannedWeight({ weights }: PlannedRotation, adId: number, adCount: number): number {
  return weights.get(adId) ?? Math.max(1, Math.floor(rotationWeightSum / adCount));
}

/** In files, the terms of an experiment have the ID of no ad. */
const experimentId = 0;

/**
 * Returns a rotation as numbers, for files: the booking, the plan, and pairs of ad ID and weight. The pair of an
 * experiment is 0 and twice the holdout, plus 1 if viewers are split by creative.
 * @example packRotation({ bookingId: 1, planNumber: 7, weights: new Map([[11, 9_000]]) }) // [1, 7, 11, 9000]
 */
export function packRotation({ bookingId, planNumber, weights, experiment }: PlannedRotation): readonly number[] {
  const terms =
    experiment === undefined ? [] : [experimentId, experiment.holdoutPercent * 2 + (experiment.isSplit ? 1 : 0)];
  return [bookingId, planNumber, ...[...weights].flat(), ...terms];
}

/** Inverse of `packRotation`. */
export function unpackRotation([bookingId = 0, planNumber = 0, ...rest]: readonly number[]): PlannedRotation {
  const weights = new Map<number, number>();
  let experiment: ExperimentTerms | null = null;
  for (let index = 0; index + 1 < rest.length; index += 2) {
    const [id, value] = [rest[index] as number, rest[index + 1] as number];
    if (id !== experimentId) weights.set(id, value);
    else experiment = { holdoutPercent: Math.floor(value / 2), isSplit: value % 2 === 1 };
  }
  return { bookingId, planNumber, weights, ...(experiment !== null && { experiment }) };
}

/** Reports whether two rotations have the same plan, weights and experiment. */
export function isSameRotation(one: PlannedRotation, other: PlannedRotation | undefined): boolean {
  if (one.planNumber !== other?.planNumber || one.weights.size !== other.weights.size) return false;
  if (one.experiment?.holdoutPercent !== other.experiment?.holdoutPercent) return false;
  if (one.experiment?.isSplit !== other.experiment?.isSplit) return false;
  for (const [adId, weight] of one.weights) if (other.weights.get(adId) !== weight) return false;
  return true;
}
