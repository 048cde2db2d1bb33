import { takesBooking } from '../decision/rules/position-rules.ts';
import { unpackCreative } from '../snapshot/packed-creative.ts';
import type { Candidate, SnapshotPosition } from '../snapshot/snapshot.ts';
import type { CreativeRow } from '../snapshot/snapshot-rows.ts';
import { progressiveFiles } from '../vast/progressive-files.ts';
import type { LoopProblem } from './loop-booking.ts';
import type { TimedLoop } from './plan-day.ts';

/** Returns all candidates that may ever play at a position. */
export function screenCandidates(position: SnapshotPosition): readonly Candidate[] {
  return position.groups
    .flatMap(({ candidates, claims, fill }) => [...candidates, ...claims, ...fill])
    .filter(({ booking, fittingAds }) => fittingAds.length > 0 && takesBooking(position, booking));
}

/**
 * Reports whether an offline player can show a creative: it has its own files or markup. HTML5 bundles and documents of
 * other ad servers need a network.
 */
export function playsOffline({ kind, file, html, images, video }: CreativeRow): boolean {
  if (Object.keys(images ?? {}).length > 0) return true;
  if (kind === 'html5') return false;
  return file !== null || html !== null || progressiveFiles(video).length > 0;
}

/** Reports whether a booking has an ad that an offline player can show. */
export function hasOfflineAd({ fittingAds }: Candidate): boolean {
  return fittingAds.some(({ creative }) => playsOffline(unpackCreative(creative)));
}

/**
 * Returns the terms of bookings that a planned loop cannot meet: bookings without an offline ad are omitted, and
 * frequency caps do not apply because a plan precedes all counting.
 */
export function unrecordedTerms(position: SnapshotPosition, loops: readonly TimedLoop[]): readonly LoopProblem[] {
  return screenCandidates(position).flatMap((candidate): LoopProblem[] => {
    const { id, caps } = candidate.booking;
    if (!hasOfflineAd(candidate)) return [{ kind: 'no_offline_media', bookingId: id, loops: loops.length }];
    const planned = caps.length === 0 ? 0 : loops.filter(({ plays }) => plays.includes(id)).length;
    return planned === 0 ? [] : [{ kind: 'caps_not_applied', bookingId: id, loops: planned }];
  });
}
