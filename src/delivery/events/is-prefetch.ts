import type { DeliveryExchange } from '../listener/exchange.ts';

const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/**
 * Returns true if a browser states that it is prefetching a page. The ad has not been seen. Source: WHATWG Fetch,
 * `Sec-Purpose`. Chrome, Safari and Firefox sent the other headers before it.
 */
export function isPrefetch(exchange: Pick<DeliveryExchange, 'header'>): boolean {
  for (const name of purposeHeaders) {
    const purpose = exchange.header(name);
    if (purpose !== undefined && /\b(?:prefetch|prerender|preview)\b/i.test(purpose)) return true;
  }
  return false;
}
