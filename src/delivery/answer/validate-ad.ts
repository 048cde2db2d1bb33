import type { JsonAd } from './present-json.ts';

/** An ad that some client would choke on; it is dropped, alone. */
export class UnfitAdError extends Error {}

/** ECMA-262, time values and time range. */
const latestDateMs = 8.64e15;

const addressFields = ['impressionCounter', 'tracker', 'viewableImpressionCounter', 'url', 'clickTag'] as const;
const requiredFields = ['slotName', 'slotID', 'adType', 'origin', 'id'] as const;

/**
 * Throws when a client would drop this ad, or with it all others of its answer: a value that is not text, an address
 * that is not absolute or holds a quote, a size that is no number. Source: wire-protocol 3 and 12(c).
 */
export function requireFitAd(ad: JsonAd): void {
  for (const [field, value] of Object.entries(ad)) {
    const isText = typeof value === 'string';
    const isList = field === 'adomain' && Array.isArray(value) && value.every((entry) => typeof entry === 'string');
    if (!isText && !isList && field !== 'originData' && field !== 'extension') {
      throw new UnfitAdError(`${field} is not text`);
    }
  }
  for (const field of requiredFields) if (ad[field] === '') throw new UnfitAdError(`${field} is empty`);
  if (ad.tag === '' && ad.ext !== 'advar') throw new UnfitAdError('tag is empty');
  for (const field of addressFields) {
    if (!/^https?:\/\/[^'"\s<>]+$/.test(ad[field])) throw new UnfitAdError(`${field} is not an absolute address`);
  }
  for (const size of [ad.width, ad.height]) {
    if (size !== undefined && !/^\d{1,6}$/.test(size)) throw new UnfitAdError('A size is not a whole number');
  }
  for (const instant of [ad.adspaceStart, ad.adspaceEnd, ad.timeStamp]) {
    // Clients make a date of it, which throws beyond the range of dates.
    if (instant !== undefined && !(/^\d{1,16}$/.test(instant) && Number(instant) <= latestDateMs)) {
      throw new UnfitAdError('A time is not in milliseconds');
    }
  }
  for (const number of [ad.priority, ad.adDuration]) {
    if (number !== undefined && !/^\d{1,9}(?:\.\d+)?$/.test(number)) throw new UnfitAdError('A number is none');
  }
  if (ad.extension.mediaType === '') throw new UnfitAdError('extension.mediaType is empty');
  const cpm = ad.extension.prebid?.cpm;
  if (cpm !== undefined && !(/^\d+\.\d{2,6}$/.test(cpm.amount) && /^[A-Z]{3}$/.test(cpm.currency))) {
    throw new UnfitAdError('The price is not an amount with a currency');
  }
}
