import type { Candidate, SnapshotAd } from '../../snapshot/snapshot.ts';
import type { AdTerms, BreakTime } from '../ad-request.ts';
import type { EvaluationContext } from './rule.ts';

/**
 * Returns the ads of a candidate that may be shown now. The start of an ad is inclusive, its end exclusive.
 * @param nowMs epoch ms
 * @param terms of the request; undefined: any ad is accepted that needs no MRAID container
 */
export function showableAds(
  { fittingAds }: Pick<Candidate, 'fittingAds'>,
  nowMs: number,
  terms: AdTerms | undefined,
): readonly SnapshotAd[] {
  const mayShow = (ad: SnapshotAd) =>
    adRuns(ad, nowMs) && (terms === undefined ? !ad.creative.needsContainer : terms.accepts(ad));
  return fittingAds.every(mayShow) ? fittingAds : fittingAds.filter(mayShow);
}

/** Returns the showable ads that fit the remaining time of the ad break. Without a limit of the time, all of them. */
export function acceptedAds(
  candidate: Pick<Candidate, 'fittingAds'>,
  moment: EvaluationContext,
): readonly SnapshotAd[] {
  const { nowMs, request } = moment;
  const { terms } = request;
  const ads = showableAds(candidate, nowMs, terms);
  if (terms?.breakTime === undefined) return ads;
  const { durationMs } = terms.breakTime;
  const leftMs = remainingMs(terms.breakTime, moment);
  return ads.filter((ad) => durationMs(ad) <= leftMs);
}

/** Returns the milliseconds that the earlier ads of the stack left of an ad break. */
export function remainingMs(
  { maxMs }: Pick<BreakTime, 'maxMs'>,
  { taken, stackFrom }: Pick<EvaluationContext, 'taken' | 'stackFrom'>,
): number {
  return maxMs - taken.durationMs(stackFrom);
}

/** Returns the accepted ads that do not exceed the brand limit of the response. */
export function adsBelowBrandLimit(candidate: Candidate, moment: EvaluationContext): readonly SnapshotAd[] {
  const { taken, stackFrom } = moment;
  const ads = acceptedAds(candidate, moment);
  const most = brandLimit(moment);
  return most === null ? ads : ads.filter(({ creative }) => taken.timesOfBrand(creative.brandId, stackFrom) < most);
}

/**
 * Returns the most ads of one brand in the response of a position, according to the position and the request; null: no
 * limit, or this is its first ad. Source: docs/decisions/0122-floor-and-brand-limit.md.
 */
export function brandLimit({ position, request, taken, stackFrom }: EvaluationContext): number | null {
  if (taken.count === stackFrom) return null;
  const ofRequest = request.maxPerBrand ?? null;
  if (position.maxPerBrand === null) return ofRequest;
  return ofRequest === null ? position.maxPerBrand : Math.min(position.maxPerBrand, ofRequest);
}

export function adRuns({ startMs, endMs }: SnapshotAd, nowMs: number): boolean {
  return (startMs === null || nowMs >= startMs) && (endMs === null || nowMs < endMs);
}
