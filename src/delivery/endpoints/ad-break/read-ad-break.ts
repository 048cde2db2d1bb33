/*
 * Ad breaks of video and audio players: several ads of one position in one VAST document, and VMAP.
 *
 * - `read-ad-break.ts`: limits of a break in a query. `break-terms.ts`: these limits as terms of the decision.
 * - `label-group.ts`: separation of competitors between the breaks of a content item.
 * - `answer-vmap.ts`, `read-breaks.ts`: the breaks of a content item. `break-parameters.ts`: their positions, for targeting.
 *
 * The ads are those of a stack, so the decision has a slot for each. See docs/decisions/0216-ad-pods.md and 0217-vmap.md.
 */

import { maxStackAds } from '../../../core/vocabulary/limits/delivery-limits.ts';
import { type LabelGroup, readLabelGroup } from './label-group.ts';

/** Limits of an ad break, or of the only ad of a request. Durations are in milliseconds. */
export type AdBreak = {
  /** Most ads of an ad pod; null: the request is for one ad without a pod. */
  readonly maxAds: number | null;
  /** Most ads of one brand. */
  readonly maxPerBrand: number;
  /** Duration of all ads; null: not limited. */
  readonly maxMs: number | null;
  /** Duration of each ad; null: not limited. */
  readonly minAdMs: number | null;
  readonly maxAdMs: number | null;
  /** Exclusion labels that ads may have; null: any. */
  readonly labels: LabelGroup | null;
};

/**
 * Names of the limits in a query, as in OpenRTB 2.6, 3.2.7 (seconds). `max_per_brand` is that of stacks.
 * Source: docs/decisions/0216-ad-pods.md.
 */
export const breakParameters = {
  ads: 'maxseq',
  duration: 'poddur',
  minAdDuration: 'minduration',
  maxAdDuration: 'maxduration',
  perBrand: 'max_per_brand',
} as const;

const msPerSecond = 1_000;
/** Ads of one brand in a break, unless the request states another number: competitors are not separated from themselves. */
const defaultPerBrand = 1;

/**
 * Reads the limits of an ad break from the query of a request target. Invalid values are ignored. Returns null if there
 * are none.
 * @example readAdBreak('/ad/sl_home_-preroll/?poddur=60') // { maxAds: 20, maxMs: 60_000, ... }
 */
export function readAdBreak(target: string): AdBreak | null {
  const query = target.indexOf('?');
  if (query === -1) return null;
  const given = new URLSearchParams(target.slice(query));
  const ads = numberOf(given, breakParameters.ads);
  const maxMs = msOf(given, breakParameters.duration);
  const minAdMs = msOf(given, breakParameters.minAdDuration);
  const maxAdMs = msOf(given, breakParameters.maxAdDuration);
  const isPod = ads !== null || maxMs !== null;
  const labels = readLabelGroup(given);
  if (!isPod && minAdMs === null && maxAdMs === null && labels === null) return null;
  return {
    maxAds: isPod ? Math.min(ads ?? maxStackAds, maxStackAds) : null,
    maxPerBrand: numberOf(given, breakParameters.perBrand) ?? defaultPerBrand,
    maxMs,
    minAdMs,
    maxAdMs,
    labels,
  };
}

function msOf(given: URLSearchParams, name: string): number | null {
  const seconds = numberOf(given, name);
  return seconds === null ? null : seconds * msPerSecond;
}

/** Returns a positive integer, or null. */
function numberOf(given: URLSearchParams, name: string): number | null {
  const text = given.get(name) ?? '';
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return number === 0 ? null : number;
}
