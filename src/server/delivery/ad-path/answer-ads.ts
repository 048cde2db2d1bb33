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
    answerAds(exchange, readPathRequest(path.slice('/json'.length)), services);
  } else {
    sendMethodNotAllowed(exchange, isBodyEndpoint(path) ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS');
  }
}

/** Answers a request that has been read with the JSON array of its ads. */
export function answerAds(exchange: Exchange, request: ReadRequest, { holder, decideAds }: AdServices): void {
  const snapshot = holder.current();
  if (snapshot === null) {
    sendNotReady(exchange);
    return;
  }
  const body = decideAds(snapshot, withContext(withStacks(request, snapshot), exchange));
  exchange.send({ status: 200, headers: noStoreJson, body, latin1: true });
}

export function sendNotReady(exchange: Exchange): void {
  sendProblem(exchange, { status: 503, title: 'No configuration has arrived yet', headers: ['retry-after', '1'] });
}
