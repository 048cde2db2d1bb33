import { hashSubject } from '../pacing/cap-table.ts';
import type { RequestContext } from '../targeting/targeting.ts';
import { createRandomStream } from './beta-sampler.ts';
import type { ExperimentTerms, PlannedRotations } from './planned-rotation.ts';

/** Number of equal groups into which the viewers of a booking are divided. */
export const experimentBuckets = 10_000;
const bucketsPerPercent = experimentBuckets / 100;

/** Returns the group of a viewer, 0 to `experimentBuckets` - 1. The groups of two bookings are independent. */
export function experimentBucket(viewer: string, bookingId: number): number {
  const { low, high } = hashSubject(viewer);
  return Math.floor(createRandomStream(low, high, bookingId).uniform() * experimentBuckets);
}

/** Returns the group of the viewer of a request for a booking; null: the viewer is unknown or did not consent. */
export function bucketOf(context: RequestContext | undefined, bookingId: number): number | null {
  if (context?.experimentBuckets !== undefined) return context.experimentBuckets.get(bookingId) ?? null;
  const viewer = context?.shopper;
  return viewer === undefined ? null : experimentBucket(viewer, bookingId);
}

/** Returns the bookings whose holdout contains the viewer of a request; null: none. */
export function heldOutBookings(
  rotations: PlannedRotations,
  context: RequestContext | undefined,
): ReadonlySet<number> | null {
  // Most deployments have no experiment.
  if (rotations.size === 0) return null;
  let heldOut: Set<number> | null = null;
  for (const { bookingId, experiment } of rotations.values()) {
    if (experiment === undefined || experiment.holdoutPercent === 0) continue;
    const bucket = bucketOf(context, bookingId);
    // Without an identified viewer, no other experiment applies either, unless the groups were recorded.
    if (bucket === null && context?.experimentBuckets === undefined) return null;
    if (bucket === null || !isHeldOut(bucket, experiment)) continue;
    heldOut ??= new Set();
    heldOut.add(bookingId);
  }
  return heldOut;
}

/** Reports whether viewers of a group see no ad of the booking. */
export function isHeldOut(bucket: number, { holdoutPercent }: ExperimentTerms): boolean {
  return bucket < holdoutPercent * bucketsPerPercent;
}

/**
 * Returns the ticket with which the creative of a group is chosen, 0 <= ticket < `tickets`. Both the holdout and the
 * other viewers are divided evenly.
 */
export function creativeTicketOf(bucket: number, experiment: ExperimentTerms, tickets: number): number {
  const heldOut = experiment.holdoutPercent * bucketsPerPercent;
  const [index, count] = isHeldOut(bucket, experiment)
    ? [bucket, heldOut]
    : [bucket - heldOut, experimentBuckets - heldOut];
  // The product may exceed the exact integers of a double.
  return Number((BigInt(index) * BigInt(tickets)) / BigInt(count));
}
