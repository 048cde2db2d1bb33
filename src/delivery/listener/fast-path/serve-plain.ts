import { maxAdRequestBodyBytes, maxRequestPathBytes } from '../../../core/vocabulary/limits/delivery-limits.ts';
import { answerAds, isBodyEndpoint } from '../../endpoints/ad-path/answer-ads.ts';
import { readJsonRequest } from '../../request/read-request.ts';
import { answerWithoutBody, type DeliveryServices, postEndpointOf } from '../../routes.ts';
import { answerFailure } from '../answer-failure.ts';
import { endpointOf, normalizedPath } from '../request-path.ts';
import { PlainExchange, type PlainLine } from './plain-exchange.ts';
import { readPlainHead } from './plain-head.ts';

export type Served =
  /** The request is incomplete. `needed`: its total number of bytes, 0 if unknown. */
  | { readonly kind: 'incomplete'; readonly needed: number }
  /** The request was not processed. Where it ends is unknown, so the connection must be passed to node:http. */
  | { readonly kind: 'unusual' }
  /** The request with this number of bytes was not processed and must be passed to node:http. */
  | { readonly kind: 'other'; readonly bytes: number }
  /** The request with this number of bytes was answered, or will be later (`exchange.sent` is null). */
  | { readonly kind: 'served'; readonly bytes: number; readonly exchange: PlainExchange };

export type PlainBytes = {
  readonly bytes: Buffer;
  /** Offset of the request. */
  readonly offset: number;
  readonly line: PlainLine;
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
  if (head === 'unusual') return unusual;
  const needed = head.bytes + head.bodyBytes;
  if (head.bodyBytes > maxAdRequestBodyBytes || head.target.length > maxRequestPathBytes) return otherRequest(needed);
  const path = normalizedPath(head.target);
  const hasBody = head.method === 'POST';
  const isAdRequest = hasBody && isBodyEndpoint(path);
  const posted = hasBody && !isAdRequest ? postEndpointOf(path) : null;
  const readsBody = isAdRequest || posted !== null;
  if (hasBody && !readsBody && !isEventEndpoint(path)) return otherRequest(needed);
  if (bytes.length - offset < needed) {
    // node:http answers an event before its body, which is ignored, has arrived.
    return readsBody ? { kind: 'incomplete', needed } : otherRequest(needed);
  }
  const exchange = new PlainExchange(head, given.line, given.mustEnd);
  const fail = (error: unknown): void => answerFailure(exchange, services.log, error);
  try {
    const [from, to] = [offset + head.bytes, offset + needed];
    const answering = isAdRequest
      ? answerAds(exchange, readJsonRequest(bytes, from, to), services)
      : posted !== null
        ? // The connections share the buffer that they read into.
          posted.answer(exchange, Buffer.from(bytes.subarray(from, to)), services)
        : answerWithoutBody(exchange, path, services);
    if (answering === null && !isAdRequest) return otherRequest(needed);
    if (exchange.sent === null) answering?.catch(fail);
  } catch (error) {
    fail(error);
  }
  return { kind: 'served', bytes: needed, exchange };
}

function otherRequest(bytes: number): Served {
  return { kind: 'other', bytes };
}

/** Returns true for endpoints of events, which ignore the body of a POST: of `sendBeacon` and `<a ping>`. */
function isEventEndpoint(path: string): boolean {
  const endpoint = endpointOf(path);
  return endpoint === 'track' || endpoint === 'raylene';
}

const trackTargets = ['GET /track/', 'POST /track/', 'HEAD /track/'].map((text) => Buffer.from(text));

/**
 * Returns true if the bytes at this offset begin like a request for a tracking URL. Such requests of one connection do
 * not depend on each other's responses.
 */
export function beginsAsEvent(bytes: Buffer, offset: number): boolean {
  return trackTargets.some(
    (begin) =>
      bytes.length - offset >= begin.length &&
      bytes.compare(begin, 0, begin.length, offset, offset + begin.length) === 0,
  );
}
