import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import {
  maxAdRequestBodyBytes,
  maxReportedEventsBodyBytes,
  maxRequestPathBytes,
} from '../core/vocabulary/limits/delivery-limits.ts';
import { maxPlaysBodyBytes } from '../core/vocabulary/limits/screen-limits.ts';
import type { EventTokens } from './answer/signed-address/event-token.ts';
import type { Condition } from './condition.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';
import { answerVmap, vmapEndpoint } from './endpoints/ad-break/answer-vmap.ts';
import {
  answerAds,
  answerPathRequest,
  isBodyEndpoint,
  noStoreJson,
  sendNotReady,
} from './endpoints/ad-path/answer-ads.ts';
import { answerJsonp } from './endpoints/ad-path/answer-jsonp.ts';
import { type AdTagServices, answerAdTag } from './endpoints/ad-tag/answer-ad-tag.ts';
import { answerContent } from './endpoints/content/answer-content.ts';
import { answerDebug } from './endpoints/debug/answer-debug.ts';
import { type DebugServices, traceIfAllowed } from './endpoints/debug/debug-exchange.ts';
import { answerExample } from './endpoints/files/examples.ts';
import { answerHtml5, type Html5Services } from './endpoints/files/html5.ts';
import { answerMedia, type MediaServices } from './endpoints/files/media.ts';
import { answerHeadsup, type HeadsupServices } from './endpoints/headsup/answer-headsup.ts';
import { answerBidRequest, type BidServices, isBidEndpoint } from './endpoints/openrtb/answer-openrtb.ts';
import { unzippedBody } from './endpoints/openrtb/unzip-body.ts';
import { conversionScriptEndpoint, type PageScript, placardTagEndpoint } from './endpoints/placard-tag/placard-tag.ts';
import { answerPlaylist, deviceOfPlaylist, type PlaylistServices } from './endpoints/playlist/answer-playlist.ts';
import { answerPreview, type PreviewServices } from './endpoints/preview/answer-preview.ts';
import { answerSafeFrame } from './endpoints/safe-frame/answer-safe-frame.ts';
import { answerStack, type StackServices } from './endpoints/stack/answer-stack.ts';
import { answerUserSync, type UserSyncServices } from './endpoints/user-sync/answer-user-sync.ts';
import { answerCache } from './endpoints/video-cache/answer-cache.ts';
import type { VideoStore } from './endpoints/video-cache/video-store.ts';
import { answerConversion, type ConversionServices, conversionEndpoint } from './events/answer-conversion.ts';
import { answerEventBatch, isEventBatchEndpoint } from './events/answer-event-batch.ts';
import { answerPlays, isPlaysEndpoint } from './events/answer-plays.ts';
import { answerClick } from './events/click.ts';
import type { EventIntake } from './events/event-intake.ts';
import { answerTrack } from './events/track.ts';
import { answerFailure } from './listener/answer-failure.ts';
import type { ByteBudget } from './listener/byte-budget.ts';
import { preflightHeaders } from './listener/cors.ts';
import type { DeliveryExchange } from './listener/exchange.ts';
import { HttpExchange } from './listener/http-exchange.ts';
import { readBody } from './listener/read-body.ts';
import { endpointOf, normalizedPath, rawPathOf } from './listener/request-path.ts';
import { sendMethodNotAllowed, sendNotFound } from './listener/send.ts';
import { readJsonRequest } from './request/read-request.ts';
import { RequestError } from './request/request-error.ts';

export type DeliveryServices = BidServices &
  AdTagServices &
  PreviewServices &
  UserSyncServices &
  StackServices &
  HeadsupServices &
  PlaylistServices &
  MediaServices &
  Html5Services &
  DebugServices &
  ConversionServices & {
    readonly tokens: EventTokens;
    readonly intake: EventIntake;
    readonly metrics: DeliveryMetrics;
    readonly videoStore: VideoStore;
    readonly putBytes: ByteBudget;
    readonly programFolder: string;
    readonly placardTag: PageScript;
    readonly conversionScript: PageScript;
    readonly processId: string;
    readonly condition: Condition;
    readonly log: Logger;
  };

/** Creates the request listener of the delivery port. It answers all input and never throws. */
export function createDeliveryListener(services: DeliveryServices): RequestListener {
  return (request, response) => {
    const exchange = new HttpExchange(request, response);
    answer(exchange, services).catch((error: unknown) => {
      answerFailure(exchange, services.log, error);
      // A response that has started cannot be corrected. The connection is destroyed, so that a partial response does
      // not appear complete.
      if (!response.writableEnded && response.headersSent) response.destroy();
    });
  };
}

async function answer(exchange: HttpExchange, services: DeliveryServices): Promise<void> {
  const { method, target } = exchange;
  if (target.length > maxRequestPathBytes) {
    throw new RequestError({
      status: 414,
      pointer: '',
      message: `The path exceeds ${maxRequestPathBytes} bytes`,
    });
  }
  traceIfAllowed(exchange, services);
  const path = normalizedPath(target);
  if (method === 'POST' && isBodyEndpoint(path)) {
    const request = readJsonRequest(await readBody(exchange.request, maxAdRequestBodyBytes));
    return (await answerAds(exchange, request, services)) ?? undefined;
  }
  const posted = method === 'OPTIONS' ? null : postEndpointOf(path);
  if (posted !== null) {
    if (method !== 'POST') return sendMethodNotAllowed(exchange, 'POST, OPTIONS');
    return posted.answer(exchange, await readBody(exchange.request, posted.maxBytes), services);
  }
  const device = deviceOfPlaylist(path);
  if (device !== null && method !== 'OPTIONS') return answerPlaylist(exchange, device, services);
  const answered = answerWithoutBody(exchange, path, services);
  if (answered !== null) return answered;
  switch (endpointOf(path)) {
    case 'cache':
      return answerCache(exchange, services);
    case 'content':
      return answerContent(exchange, path, services);
    case 'media':
      return answerMedia(exchange, path, services);
    case 'html5':
      return answerHtml5(exchange, path, services);
    case 'sf':
      return answerSafeFrame(exchange, path, services);
    case 'm':
    case 'e':
      return answerStack(exchange, path, services);
    case 'api':
      return answerHeadsup(exchange, path, services);
    case 'creatives':
      return answerPreview(exchange, path, services);
    case 'iframe':
    case 'handlers':
    case 'usersync':
      return answerUserSync(exchange, path, services);
    case 'debug':
      return answerDebug(exchange, services);
    case 'examples':
      return answerExample(exchange, path, services.programFolder);
    case 'health':
      return answerHealth(exchange, path, services);
    case 'metrics':
      return answerMetrics(exchange, services);
    default:
      return sendNotFound(exchange);
  }
}

/** An endpoint of POST only, which is answered from the complete body, on both implementations. */
type PostEndpoint = {
  readonly maxBytes: number;
  answer(exchange: DeliveryExchange, body: Buffer, services: DeliveryServices): Promise<void>;
};

const bidRequests: PostEndpoint = {
  maxBytes: maxAdRequestBodyBytes,
  async answer(exchange, body, services) {
    answerBidRequest(exchange, await unzippedBody(body, exchange.header('content-encoding')), services);
  },
};
const plays: PostEndpoint = { maxBytes: maxPlaysBodyBytes, answer: answerPlays };
const eventBatches: PostEndpoint = { maxBytes: maxReportedEventsBodyBytes, answer: answerEventBatch };

export function postEndpointOf(path: string): PostEndpoint | null {
  if (isBidEndpoint(path)) return bidRequests;
  if (isPlaysEndpoint(path)) return plays;
  return isEventBatchEndpoint(path) ? eventBatches : null;
}

/**
 * Answers requests that need only the head and the journal, on both implementations: preflights, ad requests in the
 * path, events and clicks. Returns null for other requests. The response may be sent after the promise resolves.
 */
export function answerWithoutBody(
  exchange: DeliveryExchange,
  path: string,
  services: DeliveryServices,
): Promise<void> | null {
  if (exchange.method === 'OPTIONS') {
    exchange.send({ status: 204, headers: preflightHeaders });
    return done;
  }
  switch (endpointOf(path)) {
    case 'json':
      return answerPathRequest(exchange, path, services) ?? done;
    case 'jsonp':
      answerJsonp(exchange, path, services);
      return done;
    case placardTagEndpoint:
      services.placardTag.answer(exchange);
      return done;
    case conversionScriptEndpoint:
      services.conversionScript.answer(exchange);
      return done;
    case 'ad':
      answerAdTag(exchange, path, services);
      return done;
    case vmapEndpoint:
      answerVmap(exchange, path, services.deliveryUrl);
      return done;
    case 'track':
      answerTrack(exchange, path, services);
      return done;
    case conversionEndpoint:
      return answerConversion(exchange, path, services);
    case 'raylene':
      return answerClick(exchange, exchange.target, { ...services, currentSnapshot: services.holder.current });
    default:
      return null;
  }
}

const done = Promise.resolve();

async function answerHealth(exchange: DeliveryExchange, path: string, services: DeliveryServices): Promise<void> {
  if (path === '/health/live') return exchange.send({ status: 200, headers: noStoreJson, body: '{"status":"ok"}' });
  if (path !== '/health' && path !== '/health/ready') return sendNotFound(exchange);
  const { holder, processId, condition } = services;
  const snapshot = holder.current();
  if (snapshot === null) return sendNotReady(exchange);
  const { status, ready, reasons } = condition.judge(snapshot);
  exchange.send({
    status: ready ? 200 : 503,
    headers: noStoreJson,
    body: JSON.stringify({
      status,
      reasons,
      process: processId,
      revision: snapshot.revision,
      engines: condition.engines(),
      components: condition.components(),
    }),
  });
}

/** Headers by which proxies indicate forwarded requests, whether or not their values are trusted. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'];

/**
 * For a collector on the same machine only. Requests that a proxy forwards come from elsewhere. Only the exact path is
 * answered, because proxies restrict access to it by its path.
 */
async function answerMetrics(exchange: HttpExchange, services: DeliveryServices): Promise<void> {
  const { metrics, contextSources } = services;
  const isLocal = /^(?:::ffff:)?127\.|^::1$/.test(exchange.request.socket.remoteAddress ?? '');
  const isForwarded = [...forwardingHeaders, contextSources.addressHeader].some(
    (name) => exchange.header(name) !== undefined,
  );
  if (rawPathOf(exchange.target) !== '/metrics' || !isLocal || isForwarded) return sendNotFound(exchange);
  exchange.send({
    status: 200,
    headers: ['content-type', metrics.registry.contentType, 'cache-control', 'no-store'],
    body: await metrics.registry.metrics(),
  });
}
