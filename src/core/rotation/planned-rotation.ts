/** Rotation weights of one booking with optimized rotation, as published in a plan. */
export type PlannedRotation = {
  readonly bookingId: number;
  /** Number of the plan that computed the weights. It is also the seed of the computation. */
  readonly planNumber: number;
  /** Weight by ad ID, a positive integer. Their sum is `rotationWeightSum`, except for rounding. */
  readonly weights: ReadonlyMap<number, number>;
};

/** Planned rotations by booking ID. Bookings with weighted rotation have none. Replaced and never modified. */
export type PlannedRotations = ReadonlyMap<number, PlannedRotation>;

/** No booking has optimized rotation. */
export const noRotations: PlannedRotations = new Map();

/** Sum of the weights of a booking. */
export const rotationWeightSum = 10_000;

/**
 * Returns the weight of an ad. An ad that the plan does not contain yet, for example a new creative, has the average
 * weight.
 * @returns a positive integer
 * @example plannedWeight({ bookingId: 1, planNumber: 7, weights: new Map([[11, 9_000], [12, 1_000]]) }, 13) // 5000
 */
export function plannedWeight({ weights }: PlannedRotation, adId: number): number {
  return weights.get(adId) ?? Math.max(1, Math.floor(rotationWeightSum / Math.max(1, weights.size)));
}

/** Reports whether two sets of rotations are equal: the same plans computed the weights of the same bookings. */
export function hasEqualRotations(one: PlannedRotations, other: PlannedRotations): boolean {
  if (one.size !== other.size) return false;
  for (const [bookingId, { planNumber }] of one) {
    if (other.get(bookingId)?.planNumber !== planNumber) return false;
  }
  return true;
}
