import { isCountedInMarkup, withImpressionInMarkup } from '../../answer/impression-in-markup.ts';
import { defaultPlayerSupport, playerSupportFor, videoOptionsOfTarget } from '../../answer/player-support.ts';
import { withSizes } from '../../answer/with-sizes.ts';
import type { SnapshotFollower } from '../../decide/snapshot/snapshot-follower.ts';
import type { DeliveryExchange } from '../../listener/exchange.ts';
import { sendDeliveryProblem, sendMethodNotAllowed } from '../../listener/send.ts';
import type { ContextSources } from '../../request/context-sources.ts';
import { readPathRequest } from '../../request/read-path-request.ts';
import { withSession } from '../../request/request-context.ts';
import type { Session } from '../../request/session/session-tokens.ts';
import type { ReadRequest } from '../../request/viewer-key.ts';
import { createAnswerDocuments } from '../content/answer-documents.ts';
import type { ContentStore } from '../content/content-store.ts';
import { pageViewOf } from '../stack/page-view.ts';
import { withStacks } from '../stack/stack-slots.ts';
import type { DecideAds } from './decide-ads.ts';

export const noStoreJson = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store'];

/** Returns the headers of an answer, including the token of a new session, which pages may read. */
export function jsonHeaders(session: Session | null): readonly string[] {
  if (session === null || session.token === null) return noStoreJson;
  return [...noStoreJson, 'placard-session', session.token, 'access-control-expose-headers', 'placard-session'];
}

export type AdServices = {
  readonly holder: Pick<SnapshotFollower, 'current'>;
  readonly decideAds: DecideAds;
  readonly contextSources: ContextSources;
  /** Absolute URL of the delivery listener, without a trailing slash. */
  readonly deliveryUrl: string;
  readonly content: ContentStore;
};

/** Returns true for the only path whose ad request is in the body. */
export function isBodyEndpoint(path: string): boolean {
  return path === '/json' || path === '/json/';
}

/**
 * Handles all requests at `/json` except the body form: the path form, and unsupported methods. Returns null if the
 * answer has been sent.
 */
export function answerPathRequest(
  exchange: DeliveryExchange,
  path: string,
  services: AdServices,
): Promise<void> | null {
  const { method } = exchange;
  if (method === 'GET' || method === 'HEAD') {
    const request = readPathRequest(path.slice('/json'.length));
    const withVideo = { ...request, video: videoOptionsOfTarget(exchange.target) };
    return answerAds(exchange, withVideo, services, needsSizes(request) ? withSizes : asDecided);
  }
  sendMethodNotAllowed(exchange, isBodyEndpoint(path) ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS');
  return null;
}

/**
 * Apps send their system in the path, and the old Prebid Server sends its page. Other clients send neither. Source:
 * wire-protocol 5.3, 5.9.
 */
function needsSizes({ parameters }: ReadRequest): boolean {
  return parameters.has('de') || parameters.has('xf');
}

function asDecided(ads: string): string {
  return ads;
}

/**
 * Answers a parsed request with the JSON array of its ads. Returns null if the answer has been sent, or a promise while
 * documents of video ads are being stored.
 */
export function answerAds(
  exchange: DeliveryExchange,
  request: ReadRequest,
  services: AdServices,
  present: (ads: string) => string = asDecided,
): Promise<void> | null {
  const { holder, decideAds, deliveryUrl } = services;
  const { video } = request;
  const snapshot = holder.current();
  if (snapshot === null) {
    sendNotReady(exchange);
    return null;
  }
  const content = video?.asUrl === true ? createAnswerDocuments(services.content, deliveryUrl) : null;
  const usual = video === undefined ? defaultPlayerSupport : playerSupportFor(video.version);
  const support = content === null ? usual : { versionFor: usual.versionFor, keep: content.keep };
  const withStackSlots = withStacks(request, snapshot);
  const pageView =
    withStackSlots === request ? null : pageViewOf(exchange, request.parameters, services.contextSources);
  const { session, inContext } = withSession(withStackSlots, exchange, services.contextSources);
  const decided = present(decideAds(snapshot, inContext, support, pageView));
  const answer = isCountedInMarkup(request) ? withImpressionInMarkup(decided) : decided;
  const send = (body: string) => exchange.send({ status: 200, headers: jsonHeaders(session), body, latin1: true });
  if (content?.hasDocuments()) return content.stored(answer).then(send);
  send(answer);
  return null;
}

export function sendNotReady(exchange: DeliveryExchange): void {
  sendDeliveryProblem(exchange, {
    status: 503,
    title: 'No configuration has been loaded yet',
    headers: ['retry-after', '1'],
  });
}
