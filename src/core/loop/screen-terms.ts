import { offlineProblemOf } from '../creative/offline-creative.ts';
import { takesBooking } from '../decision/rules/position-rules.ts';
import { unpackCreative } from '../snapshot/packed-creative.ts';
import type { Candidate, Snapshot, SnapshotAd, SnapshotPosition } from '../snapshot/snapshot.ts';
import { mayMatchPosition } from '../targeting/screen-facts.ts';
import type { LoopProblem } from './loop-booking.ts';
import type { TimedLoop } from './plan-day.ts';

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

/**
 * Returns the terms of bookings that a planned loop cannot meet: bookings without an offline ad are omitted, and
 * frequency caps do not apply because a plan precedes all counting.
 */
export function unrecordedTerms(
  snapshot: PositionSource,
  position: SnapshotPosition,
  loops: readonly TimedLoop[],
): readonly LoopProblem[] {
  const withAds = screenCandidates(snapshot, position).filter(({ fittingAds }) => fittingAds.length > 0);
  return withAds.flatMap((candidate): LoopProblem[] => {
    const { id, caps } = candidate.booking;
    if (offlineAdsOf(candidate).length === 0) return [{ kind: 'no_offline_media', bookingId: id, loops: loops.length }];
    const planned = caps.length === 0 ? 0 : loops.filter(({ plays }) => plays.includes(id)).length;
    return planned === 0 ? [] : [{ kind: 'caps_not_applied', bookingId: id, loops: planned }];
  });
}
