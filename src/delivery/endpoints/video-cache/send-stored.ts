import type { DeliveryExchange } from '../../listener/exchange.ts';
import { sendDeliveryProblem } from '../../listener/send.ts';
import type { StoredValue } from './video-store.ts';

/**
 * Content type of each type. The encoding is stated, because a document may declare another one than it is stored in.
 */
const contentTypes = { xml: 'application/xml; charset=utf-8', json: 'application/json; charset=utf-8' };

/** Sends a stored document. Anyone may store documents, so it must not run as a page of this origin. */
export function sendStored(exchange: DeliveryExchange, { type, text }: StoredValue): void {
  exchange.send({
    status: 200,
    headers: [
      'content-type',
      contentTypes[type],
      'cache-control',
      'no-store',
      'x-content-type-options',
      'nosniff',
      'content-security-policy',
      "default-src 'none'; sandbox",
      'cross-origin-resource-policy',
      'cross-origin',
    ],
    body: text,
  });
}

export function sendStoreAway(exchange: DeliveryExchange): void {
  sendDeliveryProblem(exchange, {
    status: 503,
    title: 'The video cache is unavailable',
    headers: ['retry-after', '1'],
  });
}
