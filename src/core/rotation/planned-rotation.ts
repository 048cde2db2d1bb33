/** Rotation weights of one booking with optimized rotation, as published in a plan. */
export type PlannedRotation = {
  readonly bookingId: number;
  /** Number of the plan that computed the weights. It is also the seed of the computation. */
  readonly planNumber: number;
  /**
   * Weight by ad ID, a positive integer. The sum of the ads of one format is `rotationWeightSum`, except for rounding.
   * Formats with a single ad have no entry.
   */
  readonly weights: ReadonlyMap<number, number>;
};

/** Planned rotations by booking ID. Bookings with weighted rotation have none. Replaced and never modified. */
export type PlannedRotations = ReadonlyMap<number, PlannedRotation>;

/** No booking has optimized rotation. */
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

/**
 * Returns a rotation as numbers, for files.
 * @example packRotation({ bookingId: 1, planNumber: 7, weights: new Map([[11, 9_000]]) }) // [1, 7, 11, 9000]
 */
export function packRotation({ bookingId, planNumber, weights }: PlannedRotation): readonly number[] {
  return [bookingId, planNumber, ...[...weights].flat()];
}

/** Inverse of `packRotation`. */
export function unpackRotation([bookingId = 0, planNumber = 0, ...rest]: readonly number[]): PlannedRotation {
  const weights = new Map<number, number>();
  for (let index = 0; index + 1 < rest.length; index += 2)
    weights.set(rest[index] as number, rest[index + 1] as number);
  return { bookingId, planNumber, weights };
}

/** Reports whether two rotations have the same plan and weights. */
export function isSameRotation(one: PlannedRotation, other: PlannedRotation | undefined): boolean {
  if (one.planNumber !== other?.planNumber || one.weights.size !== other.weights.size) return false;
  for (const [adId, weight] of one.weights) if (other.weights.get(adId) !== weight) return false;
  return true;
}
