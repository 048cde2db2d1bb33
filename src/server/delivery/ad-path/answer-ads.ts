import { withSizes } from '../answers/with-sizes.ts';
import type { Exchange } from '../listener/exchange.ts';
import { sendMethodNotAllowed, sendProblem } from '../listener/send.ts';
import { readPathRequest } from '../requests/read-path-request.ts';
import { withContext } from '../requests/request-context.ts';
import type { ReadRequest } from '../requests/viewer-key.ts';
import type { SnapshotHolder } from '../snapshot/snapshot-holder.ts';
import { withStacks } from '../stack/stack-slots.ts';
import type { DecideAds } from './decide-ads.ts';

export const noStoreJson = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store'];

export type AdServices = {
  readonly holder: Pick<SnapshotHolder, 'current'>;
  readonly decideAds: DecideAds;
  /** Absolute address of the delivery listener, without a slash at its end. */
  readonly deliveryUrl: string;
};

/** True for the one path whose ad request stands in the body. */
export function isBodyEndpoint(path: string): boolean {
  return path === '/json' || path === '/json/';
}

/** Everything at `/json` but the body form: the path form, and methods that have no meaning here. */
export function answerPathRequest(exchange: Exchange, path: string, services: AdServices): void {
  const { method } = exchange;
  if (method === 'GET' || method === 'HEAD') {
    const request = readPathRequest(path.slice('/json'.length));
    answerAds(exchange, request, services, needsSizes(request) ? withSizes : asDecided);
  } else {
    sendMethodNotAllowed(exchange, isBodyEndpoint(path) ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS');
  }
}

/** Apps name their system in the path, and the old Prebid Server its page; nobody else does. Source: wire-protocol 5.3, 5.9. */
function needsSizes({ parameters }: ReadRequest): boolean {
  return parameters.has('de') || parameters.has('xf');
}

function asDecided(ads: string): string {
  return ads;
}

/** Answers a request that has been read with the JSON array of its ads. */
export function answerAds(
  exchange: Exchange,
  request: ReadRequest,
  { holder, decideAds }: AdServices,
  present: (ads: string) => string = asDecided,
): void {
  const snapshot = holder.current();
  if (snapshot === null) {
    sendNotReady(exchange);
    return;
  }
  const body = present(decideAds(snapshot, withContext(withStacks(request, snapshot), exchange)));
  exchange.send({ status: 200, headers: noStoreJson, body, latin1: true });
}

export function sendNotReady(exchange: Exchange): void {
  sendProblem(exchange, { status: 503, title: 'No configuration has arrived yet', headers: ['retry-after', '1'] });
}
