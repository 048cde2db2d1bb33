/*
 * VAST documents by URL: `GET /content/<uuid>`.
 *
 * - `answer-content.ts`: the endpoint. `content-log.ts`, `content-segments.ts`, `content-record.ts`: a log of documents
 *   on disk.
 * - `answer-documents.ts`, `content-store.ts`: the documents of one answer, and the store in which all hosts find them.
 * - `open-video-stores.ts`: the stores of these documents and of the video cache.
 *
 * See docs/decisions/0030-content-log.md.
 */

import type { DeliveryMetrics } from '../../delivery-metrics.ts';
import type { HttpExchange } from '../../listener/http-exchange.ts';
import { sendMethodNotAllowed, sendNotFound } from '../../listener/send.ts';
import { sendStoreAway, sendStored } from '../video-cache/send-stored.ts';
import { StoreAwayError } from '../video-cache/video-store.ts';
import type { ContentStore } from './content-store.ts';

const contentPath = /^\/content\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;

/** Handles `GET /content/<uuid>` with any query: Prebid.js appends one. Source: wire-protocol 7 and 12(c) 19. */
export async function answerContent(
  exchange: HttpExchange,
  path: string,
  services: { readonly content: ContentStore; readonly metrics: DeliveryMetrics },
): Promise<void> {
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD')
    return sendMethodNotAllowed(exchange, 'GET, HEAD, OPTIONS');
  const uuid = contentPath.exec(path)?.[1];
  if (uuid === undefined) return sendNotFound(exchange);
  try {
    const found = await services.content.get(uuid);
    services.metrics.countCache(found.state);
    // Players handle only 404.
    return found.state === 'there' ? sendStored(exchange, found.value) : sendNotFound(exchange);
  } catch (error) {
    if (!(error instanceof StoreAwayError)) throw error;
    services.metrics.countCache('unavailable');
    sendStoreAway(exchange);
  }
}
