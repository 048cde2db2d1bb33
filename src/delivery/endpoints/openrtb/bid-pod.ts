import type { AdTerms } from '../../../core/decision/ad-request.ts';
import type { Snapshot, SnapshotAd, SnapshotBooking } from '../../../core/snapshot/snapshot.ts';
import type { BookingId, BrandId } from '../../../core/vocabulary/ids.ts';
import { maxStackAds } from '../../../core/vocabulary/limits/delivery-limits.ts';
import { isObject, type JsonObject } from '../../request/read-request.ts';
import { durationOf } from '../ad-break/break-terms.ts';
import type { ExchangeRates } from './exchange-rates.ts';

/** The ad pod of an impression. Source: OpenRTB 2.6, 3.2.7 and 3.2.8. */
export type BidPod = {
  /** `podid`; null: the pod has only this impression. */
  readonly id: string | null;
  /** `podseq`: 1 is the first pod of the content, -1 the last; 0: any. */
  readonly sequence: number;
  /** `slotinpod`: 1 is the first ad, -1 the last, 2 the first or the last; 0: any. */
  readonly slotInPod: number;
  /** Limits of a dynamic pod, whose bids share the impression; null: a structured pod, with one bid per impression. */
  readonly dynamic: { readonly maxAds: number; readonly maxMs: number | null } | null;
  /** `mincpmpersec`: least CPM per second of the ad, in the currency of the floor; 0: none. */
  readonly minCpmPerSecond: number;
};

/** An ad of the pod that has been selected for an earlier impression. */
export type PodWinner = {
  readonly bookingId: BookingId;
  readonly brandId: BrandId;
  readonly labels: readonly string[];
};

const msPerSecond = 1_000;
const microsPerUnit = 1_000_000;
/** Most impressions of a pod. */
const maxPodImpressions = maxStackAds;

/** Reads the pod of a video or audio impression; null: it has none. */
export function readPod({ podid, podseq, slotinpod, maxseq, poddur, mincpmpersec }: JsonObject): BidPod | null {
  const id = typeof podid === 'string' || typeof podid === 'number' ? String(podid) : '';
  const [ads, seconds] = [positive(maxseq), positive(poddur)];
  const isDynamic = ads !== null || seconds !== null;
  if (id === '' && !isDynamic) return null;
  return {
    id: id === '' ? null : id,
    sequence: oneOf([-1, 1], podseq),
    slotInPod: oneOf([-1, 1, 2], slotinpod),
    dynamic: isDynamic
      ? {
          maxAds: Math.min(Math.floor(ads ?? maxStackAds), maxStackAds),
          maxMs: seconds === null ? null : Math.floor(seconds * msPerSecond),
        }
      : null,
    minCpmPerSecond: positive(mincpmpersec) ?? 0,
  };
}

/** Returns the impressions after the first that belong to its pod and have the same medium. */
export function furtherOfPod(imps: readonly unknown[], pod: BidPod | null, medium: string | null): JsonObject[] {
  if (pod === null || pod.id === null || medium === null) return [];
  return imps.slice(1, maxPodImpressions).filter((imp): imp is JsonObject => {
    const fields = isObject(imp) ? imp[medium] : undefined;
    return isObject(fields) && readPod(fields)?.id === pod.id;
  });
}

type PodImpression = {
  readonly floor: { readonly amount: number; readonly currency: string };
  readonly pod: BidPod | null;
};

/** Returns the terms of an impression of a pod: competitors are separated, and the ads fit the duration and the floor. */
export function termsOfPod(
  terms: AdTerms,
  { floor, pod }: PodImpression,
  taken: readonly PodWinner[],
  rates: Pick<ExchangeRates, 'convert' | 'version'>,
): AdTerms {
  const maxMs = pod?.dynamic?.maxMs ?? null;
  const perSecond = pod?.minCpmPerSecond ?? 0;
  const refusal = (ad: SnapshotAd): string | null => {
    const competing = competitorRefusal(ad, taken);
    if (competing !== null) return competing;
    if (maxMs === null && perSecond === 0) return null;
    const ms = durationOf(ad.creative);
    if (ms === null) return 'the duration of the ad of another ad server is unknown';
    if (maxMs !== null && ms > maxMs) return `${ms / msPerSecond} s is longer than the pod of ${maxMs / msPerSecond} s`;
    const { cpm } = ad.booking;
    const micros = cpm === null ? 0 : rates.convert(cpm.micros, cpm.currency, floor.currency);
    const least = (perSecond * ms) / msPerSecond;
    // A floor in a currency without an exchange rate is applied by the exchange.
    return micros === null || micros / microsPerUnit >= least
      ? null
      : `the CPM is below ${least} ${floor.currency}, the floor of ${ms / msPerSecond} s`;
  };
  const limits = maxMs === null ? '' : `, a pod of ${maxMs / msPerSecond} s`;
  return {
    accepts: (ad) => terms.accepts(ad) && refusal(ad) === null,
    refusal: (ad) => refusal(ad) ?? terms.refusal?.(ad) ?? '',
    inWords: () => `${terms.inWords()}${limits}`,
    key: () => `pod ${JSON.stringify([terms.key?.(), pod, floor, taken, rates.version()])}`,
    ...(maxMs !== null && { breakTime: { maxMs, durationMs: ({ creative }) => durationOf(creative) ?? 0 } }),
  };
}

function competitorRefusal({ booking, creative }: SnapshotAd, taken: readonly PodWinner[]): string | null {
  for (const { bookingId, brandId, labels } of taken) {
    if (booking.id === bookingId) return 'the booking has another ad in the pod';
    if (creative.brandId === brandId) return 'the brand has another ad in the pod';
    const shared = booking.exclusionLabels.find((label) => labels.includes(label));
    if (shared !== undefined) return `another ad in the pod has the exclusion label ${shared}`;
  }
  return null;
}

/** Returns what later impressions of the pod must not repeat. */
export function podWinnerOf(snapshot: Snapshot, bookingId: BookingId, brandId: BrandId): PodWinner {
  const { row } = snapshot.bookingById.get(bookingId) as SnapshotBooking;
  return { bookingId, brandId, labels: row.exclusionLabels };
}

/** Returns the position of the break in the content, for targeting. Source: OpenRTB 2.6, `startdelay`; `podseq`. */
export function contentPositionsOf(fields: JsonObject, { sequence }: BidPod): readonly string[] {
  const { startdelay } = fields;
  const delayed = startdelay === 0 ? ['pre'] : startdelay === -2 ? ['post'] : ['mid'];
  return [
    ...(typeof startdelay === 'number' ? delayed : []),
    ...(sequence === 1 ? ['first'] : sequence === -1 ? ['last'] : []),
  ];
}

function positive(value: unknown): number | null {
  return typeof value === 'number' && value > 0 && value < 1_000_000 ? value : null;
}

function oneOf(known: readonly number[], value: unknown): number {
  return known.find((one) => one === value) ?? 0;
}
