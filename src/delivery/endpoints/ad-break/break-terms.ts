import type { AdTerms } from '../../../core/decision/ad-request.ts';
import { type PackedCreative, unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { SnapshotAd } from '../../../core/snapshot/snapshot.ts';
import { labelGroupText, labelOutside } from './label-group.ts';
import type { AdBreak } from './read-ad-break.ts';

const msPerSecond = 1_000;

/**
 * Returns the durations of an ad break as terms of the decision, so that a booking whose ad does not fit is not drawn.
 * The duration of an ad of another ad server is unknown: it fits the limits of one ad, but not those of a whole break.
 * Source: docs/decisions/0216-ad-pods.md.
 */
export function termsOfBreak({ maxMs, minAdMs, maxAdMs, labels }: AdBreak): AdTerms | undefined {
  const isTimed = maxMs !== null || minAdMs !== null || maxAdMs !== null;
  if (!isTimed && labels === null) return undefined;
  const refusal = ({ booking, creative }: SnapshotAd): string | null => {
    const outside = labels === null ? undefined : labelOutside(booking.exclusionLabels, labels);
    if (outside !== undefined) return `ads with the exclusion label ${outside} are in another break of the content`;
    if (!isTimed) return null;
    const ms = durationOf(creative);
    if (ms === null) return maxMs === null ? null : 'the duration of the ad of another ad server is unknown';
    if (minAdMs !== null && ms < minAdMs) return `${seconds(ms)} is shorter than ${seconds(minAdMs)}`;
    const most = Math.min(maxAdMs ?? ms, maxMs ?? ms);
    return ms > most ? `${seconds(ms)} is longer than ${seconds(most)}` : null;
  };
  const limits = [
    ...(labels === null ? [] : [`the exclusion labels of group ${labelGroupText(labels)}`]),
    ...(minAdMs === null ? [] : [`ads from ${seconds(minAdMs)}`]),
    ...(maxAdMs === null ? [] : [`ads up to ${seconds(maxAdMs)}`]),
    ...(maxMs === null ? [] : [`an ad break of ${seconds(maxMs)}`]),
  ];
  return {
    accepts: (ad) => refusal(ad) === null,
    refusal: (ad) => refusal(ad) ?? '',
    inWords: () => limits.join(', '),
    key: () =>
      `ad break ${JSON.stringify([maxMs, minAdMs, maxAdMs, ...(labels === null ? [] : [labelGroupText(labels)])])}`,
    ...(maxMs !== null && { breakTime: { maxMs, durationMs: ({ creative }) => durationOf(creative) ?? 0 } }),
  };
}

/** Milliseconds by creative, so that its text is parsed only once. */
const known = new WeakMap<PackedCreative, number | null>();

/** Returns the milliseconds of a video or audio creative with own files; null: unknown. */
export function durationOf(creative: PackedCreative): number | null {
  const before = known.get(creative);
  if (before !== undefined) return before;
  const ms = unpackCreative(creative).video?.media?.durationMs ?? null;
  known.set(creative, ms);
  return ms;
}

function seconds(ms: number): string {
  return `${ms / msPerSecond} s`;
}
