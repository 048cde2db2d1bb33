import type { DeliveryExchange } from '../listener/exchange.ts';

const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/**
 * True when a browser says that it loads a page ahead of its being wanted: nobody has seen the ad.
 * Source: WHATWG Fetch, `Sec-Purpose`; the others are what Chrome, Safari and Firefox sent before it.
 */
export function isPrefetch(exchange: Pick<DeliveryExchange, 'header'>): boolean {
  for (const name of purposeHeaders) {
    const purpose = exchange.header(name);
    if (purpose !== undefined && /\b(?:prefetch|prerender|preview)\b/i.test(purpose)) return true;
  }
  return false;
}
