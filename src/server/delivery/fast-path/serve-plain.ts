import type { Socket } from 'node:net';
import { maxAdRequestBodyBytes, maxRequestPathBytes } from '../../../core/words/limits.ts';
import { answerAds, isBodyEndpoint } from '../ad-path/answer-ads.ts';
import { answerFailure } from '../listener/answer-failure.ts';
import { readJsonRequest } from '../requests/read-request.ts';
import { answerWithoutBody, type DeliveryServices, pathOf } from '../routes.ts';
import { PlainExchange } from './plain-exchange.ts';
import { readPlainHead } from './plain-head.ts';

/** Bytes that are looked through for the end of a head at first: nearly all heads are smaller. */
const usualHeadBytes = 2 * 1024;
/** A larger head is node:http's. */
const maxHeadBytes = 16 * 1024;
const endOfHead = '\r\n\r\n';

export type Served =
  /** The request is not whole; `needed` bytes will be, 0 while that is unknown. */
  | { readonly kind: 'incomplete'; readonly needed: number }
  /** Nothing was done: this is for node:http. */
  | { readonly kind: 'unusual' }
  /** The request of so many bytes is answered, or will be when `answering` resolves (it never rejects). */
  | {
      readonly kind: 'served';
      readonly bytes: number;
      readonly exchange: PlainExchange;
      readonly answering: Promise<void> | null;
    };

export type PlainBytes = {
  readonly bytes: Buffer;
  /** Where the request begins. */
  readonly offset: number;
  readonly socket: Socket;
  /** The connection ends with this answer. */
  readonly mustEnd: boolean;
};

const unusual: Served = { kind: 'unusual' };

/** Serves the request that begins here, if it is whole, plain, and for a path of the fast path. */
export function servePlain(given: PlainBytes, services: DeliveryServices): Served {
  const { bytes, offset } = given;
  const available = bytes.length - offset;
  const headText = readHeadText(bytes, offset);
  if (headText === null) {
    return available < maxHeadBytes && beginsPlain(bytes, offset) ? { kind: 'incomplete', needed: 0 } : unusual;
  }
  const head = readPlainHead(headText);
  if (head === null || head.bodyBytes > maxAdRequestBodyBytes || head.target.length > maxRequestPathBytes) {
    return unusual;
  }
  const path = pathOf(head.target);
  const hasBody = head.method === 'POST';
  if (hasBody && !isBodyEndpoint(path)) return unusual;
  const needed = headText.length + head.bodyBytes;
  if (available < needed) return { kind: 'incomplete', needed };
  const exchange = new PlainExchange(head, given.socket, given.mustEnd);
  const servedBy = (answering: Promise<void> | null): Served => ({
    kind: 'served',
    bytes: needed,
    exchange,
    answering: answering?.catch((error: unknown) => answerFailure(exchange, services.log, error)) ?? null,
  });
  try {
    if (hasBody) {
      const request = readJsonRequest(bytes.toString('utf8', offset + headText.length, offset + needed));
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

const beginnings = ['GET /', 'POST /', 'OPTIONS /'];

/** False for bytes that no waiting can make plain, such as those of a TLS client: they deserve an answer now. */
function beginsPlain(bytes: Buffer, offset: number): boolean {
  const text = bytes.toString('latin1', offset, Math.min(bytes.length, offset + 'OPTIONS /'.length));
  return beginnings.some((beginning) => text.startsWith(beginning) || beginning.startsWith(text));
}

/** From the offset to the empty line, included; null while there is none. */
function readHeadText(bytes: Buffer, offset: number): string | null {
  for (const length of [usualHeadBytes, maxHeadBytes]) {
    const text = bytes.toString('latin1', offset, Math.min(bytes.length, offset + length));
    const end = text.indexOf(endOfHead);
    if (end !== -1) return text.slice(0, end + endOfHead.length);
    if (text.length < length) return null;
  }
  return null;
}
