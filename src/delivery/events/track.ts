import { type AdEvent, impressionEvent, readEventName } from '../../core/vocabulary/ad-events.ts';
import { type EventToken, type EventTokens, isPreview } from '../answer/signed-address/event-token.ts';
import type { DeliveryExchange } from '../listener/exchange.ts';
import { sendDeliveryProblem, sendMethodNotAllowed, sendNotFound } from '../listener/send.ts';
import type { EventIntake } from './event-intake.ts';
import { sendPixel } from './send-pixel.ts';

/** `<adId>`, `<adId>-<event>`. */
const adSegment = /^(0|[1-9]\d{0,15})(?:-(.*))?$/s;

/**
 * `/track/<adId>[-<event>]/.../II<token>/...`: an event is on disk before the 200. HEAD gets the same
 * answer and is not counted. What stands for a stack is answered 200
 * and not counted; a name that no report could show is refused (400), so that nobody waits for its figures. `path` is
 * without the query, which means nothing here.
 * Source: wire-protocol 6.
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
  // HEAD is how link checkers and security scanners ask. The ad was not displayed.
  if (tracked.event !== null && method !== 'HEAD') {
    try {
      await intake.take(tracked.event, tracked.token, exchange);
    } catch {
      // Counted and logged where it happened; what is left to do is to ask for a repetition.
      return sendUnavailable(exchange);
    }
  }
  sendPixel(exchange);
}

/** What a genuine tracking address is about; no event: it is answered and counts nothing. */
export type TrackedEvent = { readonly token: EventToken; readonly event: AdEvent | null };

/** Reads the path of a tracking address; null: it is none of ours; `no_name`: it is, but names no event. */
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

/** The genuine token among the segments of a tracking or click address. */
function tokenOf(segments: readonly string[], tokens: EventTokens) {
  const segment = segments.find((candidate) => candidate.startsWith('II'));
  return segment === undefined ? null : tokens.verify(segment.slice(2));
}

function sendNoName(exchange: DeliveryExchange): void {
  sendDeliveryProblem(exchange, {
    status: 400,
    title: 'This is no name of an event',
    detail:
      'A name begins with a letter or digit and has at most 64 letters, digits, `_`, `.` and `-`, none of them encoded.',
  });
}

export function sendUnavailable(exchange: DeliveryExchange): void {
  sendDeliveryProblem(exchange, {
    status: 503,
    title: 'The event cannot be kept at the moment',
    headers: ['retry-after', '1'],
  });
}

/** The addresses of a stack as a whole: those of its ads count. Source: docs/decisions/0022-stacks.md. */
const stackMark = /^stack(?:_view)?$/;
