/*
 * The video cache: stores VAST documents for a limited time, like Prebid Cache.
 *
 * - `answer-cache.ts`: `POST` and `GET`. `read-puts.ts`: validates what is to be stored.
 * - `video-store.ts`: the interface of stores. `folder-store.ts`, `folder-capacity.ts`: on disk. `redis-store.ts`:
 *   shared by hosts.
 * - `send-stored.ts`: the response.
 *
 * See docs/decisions/0023-vast-and-video-cache.md.
 */

import { maxCacheBodyBytes, maxCacheKeyLength } from '../../../core/vocabulary/limits/cache-limits.ts';
import type { DeliveryMetrics } from '../../delivery-metrics.ts';
import type { ByteBudget } from '../../listener/byte-budget.ts';
import type { HttpExchange } from '../../listener/http-exchange.ts';
import { NoRoomError, readBody } from '../../listener/read-body.ts';
import { sendDeliveryProblem, sendMethodNotAllowed } from '../../listener/send.ts';
import { RequestError } from '../../request/request-error.ts';
import { readPuts } from './read-puts.ts';
import { sendStoreAway, sendStored } from './send-stored.ts';
import { StoreAwayError, type VideoStore } from './video-store.ts';

/** Keys of `/cache` and `/content` never collide. */
const keyPrefix = 'cache:';

export type CacheServices = {
  readonly videoStore: VideoStore;
  /** Memory limit of the concurrent bodies of puts. */
  readonly putBytes: ByteBudget;
  readonly metrics: DeliveryMetrics;
};

/** Handles `POST /cache` and `GET /cache?uuid=` like Prebid Cache. Source: wire-protocol 11. */
export async function answerCache(exchange: HttpExchange, services: CacheServices): Promise<void> {
  try {
    if (exchange.method === 'POST') return await answerPut(exchange, services);
    if (exchange.method === 'GET' || exchange.method === 'HEAD') return await answerGet(exchange, services);
    sendMethodNotAllowed(exchange, 'GET, HEAD, POST, OPTIONS');
  } catch (error) {
    if (error instanceof RequestError && error.status === 400) return sendUnreadable(exchange, services, error);
    if (!(error instanceof StoreAwayError || error instanceof NoRoomError)) throw error;
    services.metrics.countCache('unavailable');
    sendStoreAway(exchange);
  }
}

async function answerPut(exchange: HttpExchange, { videoStore, metrics, putBytes }: CacheServices): Promise<void> {
  const share = putBytes.open();
  try {
    // Regardless of the content type: Prebid.js sends text/plain to avoid a preflight.
    const entries = await readPuts(await readBody(exchange.request, maxCacheBodyBytes, share));
    const stored = await videoStore.putAll(entries.map((entry) => ({ ...entry, key: keyPrefix + entry.key })));
    // An empty UUID reports that the key is taken.
    const responses = entries.map(({ key }, index) => ({ uuid: stored[index] === true ? key : '' }));
    for (const { uuid } of responses) metrics.countCache(uuid === '' ? 'taken' : 'stored');
    exchange.send({
      status: 200,
      headers: ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store'],
      body: JSON.stringify({ responses }),
    });
  } finally {
    share.giveBack();
  }
}

async function answerGet(exchange: HttpExchange, { videoStore, metrics }: CacheServices): Promise<void> {
  const query = exchange.target.indexOf('?');
  const key = new URLSearchParams(query === -1 ? '' : exchange.target.slice(query + 1)).get('uuid') ?? '';
  if (key === '' || key.length > maxCacheKeyLength) {
    const message = `The query must contain a uuid of 1 to ${maxCacheKeyLength} characters`;
    throw new RequestError({ status: 400, pointer: '/uuid', message });
  }
  const found = await videoStore.get(keyPrefix + key);
  metrics.countCache(found.state);
  if (found.state === 'there') return sendStored(exchange, found.value);
  if (found.state === 'unknown')
    return sendDeliveryProblem(exchange, { status: 404, title: 'No content has this uuid' });
  sendDeliveryProblem(exchange, { status: 410, title: 'The content of this uuid has expired' });
}

function sendUnreadable(
  exchange: HttpExchange,
  { metrics }: CacheServices,
  { status, message, errors }: RequestError,
): void {
  metrics.countCache('refused');
  sendDeliveryProblem(exchange, { status, title: 'The cache request cannot be read', detail: message, errors });
}
