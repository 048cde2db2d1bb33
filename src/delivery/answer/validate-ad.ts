import type { JsonAd } from './present-json.ts';

/** An ad that some client could not process. Only this ad is dropped. */
export class UnfitAdError extends Error {}

/** ECMA-262, time values and time range. */
const latestDateMs = 8.64e15;

const addressFields = ['impressionCounter', 'tracker', 'viewableImpressionCounter', 'url', 'clickTag'] as const;
const requiredFields = ['slotName', 'slotID', 'adType', 'origin', 'id'] as const;

/**
 * Throws if a client would drop this ad, or all other ads of the answer with it: a value that is not text, a URL that
 * is not absolute or contains a quote, a size that is not a number. Source: wire-protocol 3 and 12(c).
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
    if (!/^https?:\/\/[^'"\s<>]+$/.test(ad[field])) throw new UnfitAdError(`${field} is not an absolute URL`);
  }
  for (const size of [ad.width, ad.height]) {
    if (size !== undefined && !/^\d{1,6}$/.test(size)) throw new UnfitAdError('A size is not an integer');
  }
  for (const instant of [ad.adspaceStart, ad.adspaceEnd, ad.timeStamp]) {
    // Clients convert it to a date, which throws outside the range of dates.
    if (instant !== undefined && !(/^\d{1,16}$/.test(instant) && Number(instant) <= latestDateMs)) {
      throw new UnfitAdError('A time is not in milliseconds');
    }
  }
  for (const number of [ad.priority, ad.adDuration]) {
    if (number !== undefined && !/^\d{1,9}(?:\.\d+)?$/.test(number))
      throw new UnfitAdError('A number has an invalid format');
  }
  if (ad.extension.mediaType === '') throw new UnfitAdError('extension.mediaType is empty');
  const cpm = ad.extension.prebid?.cpm;
  if (cpm !== undefined && !(/^\d+\.\d{2,6}$/.test(cpm.amount) && /^[A-Z]{3}$/.test(cpm.currency))) {
    throw new UnfitAdError('The price is not an amount with a currency');
  }
}
