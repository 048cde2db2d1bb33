import type { Candidate, SnapshotAd } from '../../snapshot/snapshot.ts';
import type { AdTerms } from '../ad-request.ts';
import type { DecisionMoment } from './rule.ts';

/**
 * Ads of a candidate that may show now: the ad's own start is included, its end excluded.
 * @param nowMs epoch ms
 * @param terms of the request; undefined: any ad is taken
 */
export function showableAds(
  { fittingAds }: Candidate,
  nowMs: number,
  terms: AdTerms | undefined,
): readonly SnapshotAd[] {
  const mayShow = (ad: SnapshotAd) => adRuns(ad, nowMs) && (terms === undefined || terms.accepts(ad));
  return fittingAds.every(mayShow) ? fittingAds : fittingAds.filter(mayShow);
}

/** Those of them whose brand has room in the answer. */
export function adsWithRoom(candidate: Candidate, moment: DecisionMoment): readonly SnapshotAd[] {
  const { nowMs, request, taken, stackFrom } = moment;
  const ads = showableAds(candidate, nowMs, request.terms);
  const most = brandLimit(moment);
  return most === null ? ads : ads.filter(({ creative }) => taken.timesOfBrand(creative.brandId, stackFrom) < most);
}

/**
 * Most ads of one brand that the answer of a position may have, by the position and by the request; null: any number, or
 * this is its first.
 * Source: docs/decisions/0122-floor-and-brand-limit.md.
 */
export function brandLimit({ position, request, taken, stackFrom }: DecisionMoment): number | null {
  if (taken.count === stackFrom) return null;
  const ofRequest = request.maxPerBrand ?? null;
  if (position.maxPerBrand === null) return ofRequest;
  return ofRequest === null ? position.maxPerBrand : Math.min(position.maxPerBrand, ofRequest);
}

export function adRuns({ startMs, endMs }: SnapshotAd, nowMs: number): boolean {
  return (startMs === null || nowMs >= startMs) && (endMs === null || nowMs < endMs);
}
