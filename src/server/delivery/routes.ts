import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { AdRequest } from '../../core/decision/ad-request.ts';
import { maxAdRequestBodyBytes, maxRequestPathBytes } from '../../core/words/limits.ts';
import { answerClick } from './click.ts';
import { preflightHeaders } from './cors.ts';
import type { DecideAds } from './decide-ads.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';
import type { EventIntake } from './event-intake.ts';
import type { EventTokens } from './event-token.ts';
import { answerExample } from './examples.ts';
import { answerMedia } from './media.ts';
import { RequestAbortedError, readBody } from './read-body.ts';
import { readPathRequest } from './read-path-request.ts';
import { readJsonRequest } from './read-request.ts';
import { RequestError } from './request-error.ts';
import { type Exchange, send, sendMethodNotAllowed, sendNotFound, sendProblem } from './send.ts';
import type { SnapshotHolder } from './snapshot-holder.ts';
import { answerTrack } from './track.ts';

export type DeliveryServices = {
  readonly holder: Pick<SnapshotHolder, 'current'>;
  readonly decideAds: DecideAds;
  readonly tokens: EventTokens;
  readonly intake: EventIntake;
  readonly metrics: DeliveryMetrics;
  readonly mediaFolder: string;
  readonly programFolder: string;
  readonly processId: string;
  readonly log: Logger;
};

const adHeaders = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store'];

/** Answers everything that reaches the delivery port; whatever arrives, it answers and stays up. */
export function createDeliveryListener(services: DeliveryServices): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const exchange = { request, response };
    answer(exchange, services).catch((error: unknown) => answerFailure(exchange, services, error));
  };
}

async function answer(exchange: Exchange, services: DeliveryServices): Promise<void> {
  const { request, response } = exchange;
  const target = targetOf(request.url ?? '/');
  const method = request.method ?? 'GET';
  if (target.length > maxRequestPathBytes) {
    throw new RequestError({
      status: 414,
      pointer: '',
      message: `The path is longer than ${maxRequestPathBytes} bytes`,
    });
  }
  if (method === 'OPTIONS') {
    response.writeHead(204, preflightHeaders(request));
    response.end();
    return;
  }
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  switch (path.split('/', 2)[1]) {
    case 'json':
      return answerJson(exchange, path, services);
    case 'track':
      return answerTrack(exchange, path, services);
    case 'raylene':
      return answerClick(exchange, target, { ...services, currentSnapshot: services.holder.current });
    case 'media':
      return answerMedia(exchange, path, services.mediaFolder);
    case 'examples':
      return answerExample(exchange, path, services.programFolder);
    case 'health':
      return answerHealth(exchange, path, services);
    case 'metrics':
      return answerMetrics(exchange, path, services);
    default:
      return sendNotFound(exchange);
  }
}

/** The path and query; some callers and proxies send the whole address. */
function targetOf(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '') || '/';
}

async function answerJson(exchange: Exchange, path: string, services: DeliveryServices): Promise<void> {
  const { method } = exchange.request;
  if (method !== 'POST' && method !== 'GET' && method !== 'HEAD') {
    return sendMethodNotAllowed(exchange, 'GET, HEAD, POST, OPTIONS');
  }
  const isBare = path === '/json' || path === '/json/';
  if (method === 'POST' && !isBare) return sendMethodNotAllowed(exchange, 'GET, HEAD, OPTIONS');
  const adRequest: AdRequest =
    method === 'POST'
      ? readJsonRequest(await readBody(exchange.request, maxAdRequestBodyBytes))
      : readPathRequest(path.slice('/json'.length));
  const snapshot = services.holder.current();
  if (snapshot === null) return sendNotReady(exchange);
  send(exchange, { status: 200, headers: adHeaders, body: services.decideAds(snapshot, adRequest), ascii: true });
}

function sendNotReady(exchange: Exchange): void {
  sendProblem(exchange, { status: 503, title: 'No configuration has arrived yet', headers: ['retry-after', '1'] });
}

async function answerHealth(exchange: Exchange, path: string, { holder, processId }: DeliveryServices): Promise<void> {
  if (path !== '/health') return sendNotFound(exchange);
  const snapshot = holder.current();
  if (snapshot === null) return sendNotReady(exchange);
  send(exchange, {
    status: 200,
    headers: adHeaders,
    body: JSON.stringify({ status: 'ok', process: processId, revision: snapshot.revision }),
  });
}

/** For a collector on the same machine only; what a proxy hands on is from elsewhere. */
async function answerMetrics(exchange: Exchange, path: string, { metrics }: DeliveryServices): Promise<void> {
  const { socket, headers } = exchange.request;
  const isLocal = /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  if (path !== '/metrics' || !isLocal || isForwarded) return sendNotFound(exchange);
  send(exchange, {
    status: 200,
    headers: ['content-type', metrics.registry.contentType, 'cache-control', 'no-store'],
    body: await metrics.registry.metrics(),
  });
}

function answerFailure(exchange: Exchange, { log }: DeliveryServices, error: unknown): void {
  if (error instanceof RequestAbortedError) return;
  if (error instanceof RequestError) {
    const { status, message, errors } = error;
    const close = status === 413 ? ['connection', 'close'] : [];
    sendProblem(exchange, { status, title: titleOf(status), detail: message, errors, headers: close });
    return;
  }
  log.error({ err: error, url: exchange.request.url?.split('?')[0] }, 'A delivery request failed');
  if (exchange.response.headersSent) exchange.response.destroy();
  else sendProblem(exchange, { status: 500, title: 'This request failed' });
}

function titleOf(status: number): string {
  if (status === 413) return 'The body is too large';
  return status === 414 ? 'The path is too long' : 'The ad request cannot be read';
}
