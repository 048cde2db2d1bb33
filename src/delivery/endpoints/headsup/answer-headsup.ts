import type { SnapshotFollower } from '../../decide/snapshot/snapshot-follower.ts';
import type { DeliveryExchange } from '../../listener/exchange.ts';
import { sendDeliveryProblem, sendMethodNotAllowed, sendNotFound } from '../../listener/send.ts';
import { readPathRequest } from '../../request/read-path-request.ts';
import { sendNotReady } from '../ad-path/answer-ads.ts';
import { answerFromStore } from '../files/store-away.ts';
import type { HeadsupLists } from './headsup-lists.ts';
import { markupPageAnswer } from './markup-page.ts';

export type HeadsupServices = {
  readonly holder: Pick<SnapshotFollower, 'current'>;
  readonly headsupLists: HeadsupLists;
};

const listPath = '/api/headsup/download-list';
const pageFolder = '/api/headsup/page';

/**
 * Handles `/api/headsup/download-list/sl<slot>`: all files that a screen may show on its local day, to be fetched in
 * advance, and `/api/headsup/page/...`: the pages among them. The list of a position whose format is excluded is empty
 * and says so. An unknown slot name is an error, because a
 * screen with a wrong name must not clear its disk. Source: wire-protocol 8 and 12(a); product decisions 8.
 */
export async function answerHeadsup(
  exchange: DeliveryExchange,
  path: string,
  services: HeadsupServices,
): Promise<void> {
  const isList = path === listPath || path.startsWith(`${listPath}/`);
  if (!isList && !path.startsWith(`${pageFolder}/`)) return sendNotFound(exchange);
  const { method } = exchange;
  if (method !== 'GET' && method !== 'HEAD') return sendMethodNotAllowed(exchange, 'GET, HEAD, OPTIONS');
  const snapshot = services.holder.current();
  if (snapshot === null) return sendNotReady(exchange);
  if (!isList) {
    const page = markupPageAnswer(path, snapshot);
    return page === null ? sendNotFound(exchange) : exchange.send(page);
  }
  const slotName = readPathRequest(path.slice(listPath.length)).slots[0]?.slotName ?? '';
  const position = snapshot.positionBySlotName.get(slotName);
  if (position === undefined) {
    return sendDeliveryProblem(exchange, { status: 404, title: 'Not found', detail: 'No position has this slot name' });
  }
  await answerFromStore(exchange, async () => {
    const { body, etag } = await services.headsupLists.listFor(snapshot, position);
    // Clients may cache the list and must revalidate it before each use, because it changes with every edit.
    const headers = ['etag', etag, 'cache-control', 'no-cache', 'access-control-expose-headers', 'ETag'];
    if (holdsTag(exchange.header('if-none-match'), etag)) exchange.send({ status: 304, headers });
    else exchange.send({ status: 200, headers: [...headers, ...jsonType], body });
  });
}

const jsonType = ['content-type', 'application/json; charset=utf-8', 'x-content-type-options', 'nosniff'];

/** Source: RFC 9110, 13.1.2: weak comparison, because a cache may have weakened the ETag. */
function holdsTag(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false;
  return given.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}
