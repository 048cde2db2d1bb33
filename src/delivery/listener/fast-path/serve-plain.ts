import type { Socket } from 'node:net';
import { maxAdRequestBodyBytes, maxRequestPathBytes } from '../../../core/vocabulary/limits/delivery-limits.ts';
import { answerAds, isBodyEndpoint } from '../../endpoints/ad-path/answer-ads.ts';
import { readJsonRequest } from '../../request/read-request.ts';
import { answerWithoutBody, type DeliveryServices } from '../../routes.ts';
import { answerFailure } from '../answer-failure.ts';
import { normalizedPath } from '../request-path.ts';
import { PlainExchange } from './plain-exchange.ts';
import { readPlainHead } from './plain-head.ts';

export type Served =
  /** The request is incomplete. `needed`: its total number of bytes, 0 if unknown. */
  | { readonly kind: 'incomplete'; readonly needed: number }
  /** The request was not processed and must be passed to node:http. */
  | { readonly kind: 'unusual' }
  /** The request with this number of bytes was answered, or will be when `answering` resolves. It never rejects. */
  | {
      readonly kind: 'served';
      readonly bytes: number;
      readonly exchange: PlainExchange;
      readonly answering: Promise<void> | null;
    };

export type PlainBytes = {
  readonly bytes: Buffer;
  /** Offset of the request. */
  readonly offset: number;
  readonly socket: Socket;
  /** Whether the connection ends with this response. */
  readonly mustEnd: boolean;
};

const unusual: Served = { kind: 'unusual' };
const incompleteHead: Served = { kind: 'incomplete', needed: 0 };

/** Serves the request at this offset if it is complete, plain, and for a path of the fast path. */
export function servePlain(given: PlainBytes, services: DeliveryServices): Served {
  const { bytes, offset } = given;
  const head = readPlainHead(bytes, offset);
  if (head === 'incomplete') return incompleteHead;
  if (head === 'unusual' || head.bodyBytes > maxAdRequestBodyBytes || head.target.length > maxRequestPathBytes) {
    return unusual;
  }
  const path = normalizedPath(head.target);
  const hasBody = head.method === 'POST';
  if (hasBody && !isBodyEndpoint(path)) return unusual;
  const needed = head.bytes + head.bodyBytes;
  if (bytes.length - offset < needed) return { kind: 'incomplete', needed };
  const exchange = new PlainExchange(head, given.socket, given.mustEnd);
  const servedBy = (answering: Promise<void> | null): Served => ({
    kind: 'served',
    bytes: needed,
    exchange,
    answering: answering?.catch((error: unknown) => answerFailure(exchange, services.log, error)) ?? null,
  });
  try {
    if (hasBody) {
      const request = readJsonRequest(bytes, offset + head.bytes, offset + needed);
      return servedBy(answerAds(exchange, request, services));
    }
    const answering = answerWithoutBody(exchange, path, services);
    if (answering === null) return unusual;
    return servedBy(exchange.sent === null ? answering : null);
  } catch (error) {
    answerFailure(exchange, services.log, error);
    return servedBy(null);
  }
}
