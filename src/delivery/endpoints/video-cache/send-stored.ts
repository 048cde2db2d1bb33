import type { DeliveryExchange } from '../../listener/exchange.ts';
import { sendDeliveryProblem } from '../../listener/send.ts';
import type { StoredValue } from './video-store.ts';

/** Of each type; the encoding is said here, because a document may claim another one than it has been stored in. */
const contentTypes = { xml: 'application/xml; charset=utf-8', json: 'application/json; charset=utf-8' };

/** Hands out what was stored. Anyone may put, so that it must not run as a page of this origin when it is opened. */
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
    title: 'The video cache is not available',
    headers: ['retry-after', '1'],
  });
}
