import type { DeliveryExchange } from '../listener/exchange.ts';

/** The smallest transparent GIF, which an `<img>` expects of a tracking URL. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64').toString('latin1');
const pixelHeaders = ['content-type', 'image/gif', 'cache-control', 'no-store', 'x-content-type-options', 'nosniff'];

/** Sends a one-pixel image that is not cached. Source: wire-protocol 6. */
export function sendPixel(exchange: DeliveryExchange, more: readonly string[] = []): void {
  const headers = more.length === 0 ? pixelHeaders : [...pixelHeaders, ...more];
  exchange.send({ status: 200, headers, body: pixel, latin1: true });
}
