import { type AdEvent, impressionEvent, readEventName } from '../../core/vocabulary/ad-events.ts';
import { type EventToken, type EventTokens, isPreview } from '../answer/signed-address/event-token.ts';
import type { DeliveryExchange } from '../listener/exchange.ts';
import { sendDeliveryProblem, sendMethodNotAllowed, sendNotFound } from '../listener/send.ts';
import type { EventIntake } from './event-intake.ts';
import { sendPixel } from './send-pixel.ts';

/** `<adId>`, `<adId>-<event>`. */
const adSegment = /^(0|[1-9]\d{0,15})(?:-(.*))?$/s;

/**
 * Handles `/track/<adId>[-<event>]/.../II<token>/...`. An event is on disk before the 200. HEAD gets the same response
 * and is not counted. The URL of a stack returns 200 and is not counted. A name that no report could show is rejected
 * (400), so that the error is noticed. `path` is without the query, which is ignored. Source: wire-protocol 6.
 */
export async function answerTrack(
  exchange: DeliveryExchange,
  path: string,
  { tokens, intake }: { readonly tokens: EventTokens; readonly intake: EventIntake },
): Promise<void> {
  const { method } = exchange;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
    return sendMethodNotAllowed(exchange, 'GET, HEAD, POST');
  const tracked = trackedEvent(path, tokens);
  if (tracked === null) return sendNotFound(exchange);
  if (tracked === 'no_name') return sendNoName(exchange);
  // Link checkers and security scanners use HEAD. The ad was not displayed.
  if (tracked.event !== null && method !== 'HEAD') {
    try {
      await intake.take(tracked.event, tracked.token, exchange);
    } catch {
      // The failure has already been counted and logged. The client is asked to retry.
      return sendUnavailable(exchange);
    }
  }
  sendPixel(exchange);
}

/** A genuine tracking URL. Without an event, it is answered and counts nothing. */
export type TrackedEvent = { readonly token: EventToken; readonly event: AdEvent | null };

/** Reads the path of a tracking URL. Returns null if it is not genuine, and `no_name` if it contains no event name. */
export function trackedEvent(path: string, tokens: EventTokens): TrackedEvent | 'no_name' | null {
  const segments = path.split('/');
  const ad = segments[1] === 'track' ? adSegment.exec(segments[2] ?? '') : null;
  const token = tokenOf(segments, tokens);
  if (ad === null || token === null || Number(ad[1]) !== token.adId) return null;
  const [, , name] = ad;
  if (name === undefined) return { token, event: isPreview(token) ? null : impressionEvent };
  if (stackMark.test(name)) return { token, event: null };
  const event = readEventName(name);
  if (event === null) return 'no_name';
  return { token, event: isPreview(token) ? null : event };
}

/** Returns the genuine token among the segments of a tracking or click URL. */
function tokenOf(segments: readonly string[], tokens: EventTokens) {
  const segment = segments.find((candidate) => candidate.startsWith('II'));
  return segment === undefined ? null : tokens.verify(segment.slice(2));
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
