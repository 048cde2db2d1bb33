import type { Snapshot, SnapshotPosition } from '../snapshot/snapshot.ts';
import type { LoopProblem } from './loop-booking.ts';
import type { TimedLoop } from './plan-day.ts';
import { offlineAdsOf, screenCandidates } from './screen-terms.ts';
import { storeRoadblocks } from './store-roadblocks.ts';

/**
 * Returns the terms of bookings that a planned loop cannot meet: bookings without an offline ad and refused
 * store roadblocks are omitted, and frequency caps do not apply because a plan precedes all counting.
 */
export function unrecordedTerms(
  snapshot: Pick<Snapshot, 'targeting' | 'positionById' | 'bookingById'>,
  position: SnapshotPosition,
  loops: readonly TimedLoop[],
): readonly LoopProblem[] {
  const { refused } = storeRoadblocks(snapshot, position);
  const roadblocks = [...refused].map(([bookingId, kind]): LoopProblem => ({ kind, bookingId, loops: loops.length }));
  const withAds = screenCandidates(snapshot, position).filter(
    ({ booking, fittingAds }) => fittingAds.length > 0 && !refused.has(booking.id),
  );
  const others = withAds.flatMap((candidate): LoopProblem[] => {
    const { id, caps } = candidate.booking;
    if (offlineAdsOf(candidate).length === 0) return [{ kind: 'no_offline_media', bookingId: id, loops: loops.length }];
    const planned = caps.length === 0 ? 0 : loops.filter(({ plays }) => plays.includes(id)).length;
    return planned === 0 ? [] : [{ kind: 'caps_not_applied', bookingId: id, loops: planned }];
  });
  return [...roadblocks, ...others];
}
