import { type AdEvent, impressionEvent, readEventName } from '../../core/vocabulary/ad-events.ts';
import type { RecordWaiting } from '../../exchange/journal/delivery-event.ts';
import { type EventToken, type EventTokens, isPreview } from '../answer/signed-address/event-token.ts';
import type { DeliveryExchange } from '../listener/exchange.ts';
import { sendDeliveryProblem, sendMethodNotAllowed, sendNotFound } from '../listener/send.ts';
import type { EventIntake } from './event-intake.ts';
import { sendPixel } from './send-pixel.ts';

/**
 * Handles `/track/<adId>[-<event>]/.../II<token>/...`. An event is on disk before the 200, and the response is sent at
 * that time. HEAD gets the same response and is not counted. The URL of a stack returns 200 and is not counted. A name
 * that no report could show is rejected (400), so that the error is noticed. `path` is without the query, which is
 * ignored. Source: wire-protocol 6.
 */
export function answerTrack(
  exchange: DeliveryExchange,
  path: string,
  { tokens, intake }: { readonly tokens: EventTokens; readonly intake: EventIntake },
): void {
  const { method } = exchange;
  const isAllowed = method === 'GET' || method === 'HEAD' || method === 'POST';
  const tracked = isAllowed ? trackedEvent(path, tokens) : null;
  if (!isAllowed) sendMethodNotAllowed(exchange, 'GET, HEAD, POST');
  else if (tracked === null) sendNotFound(exchange);
  else if (tracked === 'no_name') sendNoName(exchange);
  // Link checkers and security scanners use HEAD. The ad was not displayed.
  else if (tracked.event === null || method === 'HEAD') sendPixel(exchange);
  else intake.take({ what: tracked.event, token: tracked.token, sender: exchange }, new TrackWaiting(exchange));
}

/** Answers when the event is on disk. */
class TrackWaiting implements RecordWaiting {
  readonly #exchange: DeliveryExchange;

  constructor(exchange: DeliveryExchange) {
    this.#exchange = exchange;
  }

  stored(): void {
    sendPixel(this.#exchange);
  }

  /** The failure has already been counted and logged. The client is asked to retry. */
  failed(): void {
    sendUnavailable(this.#exchange);
  }
}

/** A genuine tracking URL. Without an event, it is answered and counts nothing. */
export type TrackedEvent = { readonly token: EventToken; readonly event: AdEvent | null };

/** `<adId>-<event>`. */
const namedSegment = /^([^-]*)-(.*)$/s;
const trackPrefix = '/track/';

/** Reads the path of a tracking URL. Returns null if it is not genuine, and `no_name` if it contains no event name. */
export function trackedEvent(path: string, tokens: EventTokens): TrackedEvent | 'no_name' | null {
  const token = path.startsWith(trackPrefix) ? tokenOf(path, tokens) : null;
  if (token === null) return null;
  const segment = segmentAt(path, trackPrefix.length);
  if (segment === String(token.adId)) return { token, event: isPreview(token) ? null : impressionEvent };
  const [, adId, name] = namedSegment.exec(segment) ?? [];
  if (adId !== String(token.adId) || name === undefined) return null;
  if (stackMark.test(name)) return { token, event: null };
  const event = readEventName(name);
  if (event === null) return 'no_name';
  return { token, event: isPreview(token) ? null : event };
}

/** Returns the genuine token of the first segment that begins as one. */
function tokenOf(path: string, tokens: EventTokens): EventToken | null {
  const at = path.indexOf('/II');
  return at === -1 ? null : tokens.verify(segmentAt(path, at + '/II'.length));
}

function segmentAt(path: string, from: number): string {
  const end = path.indexOf('/', from);
  return end === -1 ? path.slice(from) : path.slice(from, end);
}

function sendNoName(exchange: DeliveryExchange): void {
  sendDeliveryProblem(exchange, {
    status: 400,
    title: 'Invalid event name',
    detail:
      'A name must begin with a letter or digit and have at most 64 letters, digits, `_`, `.` and `-`, none of them encoded.',
  });
}

export function sendUnavailable(exchange: DeliveryExchange): void {
  sendDeliveryProblem(exchange, {
    status: 503,
    title: 'The event cannot be stored at the moment',
    headers: ['retry-after', '1'],
  });
}

/** The URLs of a stack as a whole. Only those of its ads count. Source: docs/decisions/0022-stacks.md. */
const stackMark = /^stack(?:_view)?$/;
