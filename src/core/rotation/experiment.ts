import { hashSubject, type SubjectKey } from '../pacing/cap-table.ts';
import type { RequestContext } from '../targeting/targeting.ts';
import { createRandomStream } from './beta-sampler.ts';
import type { ExperimentTerms } from './planned-rotation.ts';

/** Number of equal groups into which the viewers of a booking are divided. */
export const experimentBuckets = 10_000;
const bucketsPerPercent = experimentBuckets / 100;

/** Returns the group of a viewer, 0 to `experimentBuckets` - 1. The groups of two bookings are independent. */
export function experimentBucket(viewer: string, bookingId: number): number {
  return bucketOfSubject(hashSubject(viewer), bookingId);
}

/** Returns the group of the viewer of a request for a booking; null: the viewer is unknown or did not consent. */
export function bucketOf(context: RequestContext | undefined, bookingId: number): number | null {
  return bucketsOf(context)?.(bookingId) ?? null;
}

/**
 * Returns a function for the groups of the viewer of a request, which hashes the viewer once for all bookings; null: the
 * viewer is unknown or did not consent. The function returns null for a booking whose group was not recorded.
 */
export function bucketsOf(context: RequestContext | undefined): ((bookingId: number) => number | null) | null {
  const recorded = context?.experimentBuckets;
  if (recorded !== undefined) return (bookingId) => recorded.get(bookingId) ?? null;
  const viewer = context?.shopper;
  if (viewer === undefined) return null;
  const subject = hashSubject(viewer);
  return (bookingId) => bucketOfSubject(subject, bookingId);
}

function bucketOfSubject({ low, high }: SubjectKey, bookingId: number): number {
  return Math.floor(createRandomStream(low, high, bookingId).uniform() * experimentBuckets);
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
