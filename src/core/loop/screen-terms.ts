import { offlineProblemOf } from '../creative/offline-creative.ts';
import { takesBooking } from '../decision/rules/position-rules.ts';
import { unpackCreative } from '../snapshot/packed-creative.ts';
import type { Candidate, Snapshot, SnapshotAd, SnapshotPosition } from '../snapshot/snapshot.ts';
import { mayMatchPosition } from '../targeting/screen-facts.ts';

/**
 * Returns all candidates that may ever play at a position. A plan precedes all requests, so conditions on the screen
 * apply, and other conditions do not.
 */
export function screenCandidates({ targeting }: PositionSource, position: SnapshotPosition): readonly Candidate[] {
  return position.groups
    .flatMap(({ candidates, claims, fill }) => [...candidates, ...claims, ...fill])
    .filter(
      ({ booking, targetingAt }) =>
        takesBooking(position, booking) && mayMatchPosition(targeting, targetingAt, position.screenFacts),
    );
}

/** The snapshot of a position. */
type PositionSource = Pick<Snapshot, 'targeting'>;

/** Returns the ads of a booking that a player can show without a network. */
export function offlineAdsOf({ fittingAds }: Candidate): readonly SnapshotAd[] {
  return fittingAds.filter(({ creative }) => offlineProblemOf(unpackCreative(creative)) === null);
}
