import { type AdEvent, impressionEvent, readEventName } from '../../../core/words/ad-events.ts';
import type { Exchange } from '../listener/exchange.ts';
import { sendMethodNotAllowed, sendNotFound, sendProblem } from '../listener/send.ts';
import type { EventIntake } from './event-intake.ts';
import { type EventTokens, isPreview } from './event-token.ts';
import { sendPixel } from './send-pixel.ts';

/** `<adId>`, `<adId>-<event>`. */
const adSegment = /^(0|[1-9]\d{0,15})(?:-([\w.-]{1,64}))?$/;

/**
 * `/track/<adId>[-<event>]/.../II<token>/...`: an event is on disk before the 200. What stands for a stack, and a name
 * that is none, is answered 200 and not counted. `path` is without the query, which means nothing here.
 * Source: wire-protocol 6.
 */
export async function answerTrack(
  exchange: Exchange,
  path: string,
  { tokens, intake }: { readonly tokens: EventTokens; readonly intake: EventIntake },
): Promise<void> {
  const { method } = exchange;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
    return sendMethodNotAllowed(exchange, 'GET, HEAD, POST');
  const segments = path.split('/');
  const ad = adSegment.exec(segments[2] ?? '');
  const token = tokenOf(segments, tokens);
  if (ad === null || token === null || Number(ad[1]) !== token.adId) return sendNotFound(exchange);
  const event = isPreview(token) ? null : eventOf(ad[2]);
  if (event !== null) {
    try {
      await intake.take(event, token, exchange);
    } catch {
      // Counted and logged where it happened; what is left to do is to ask for a repetition.
      return sendUnavailable(exchange);
    }
  }
  sendPixel(exchange);
}

/** The genuine token among the segments of a tracking or click address. */
export function tokenOf(segments: readonly string[], tokens: EventTokens) {
  const segment = segments.find((candidate) => candidate.startsWith('II'));
  return segment === undefined ? null : tokens.verify(segment.slice(2));
}

export function sendUnavailable(exchange: Exchange): void {
  sendProblem(exchange, {
    status: 503,
    title: 'The event cannot be kept at the moment',
    headers: ['retry-after', '1'],
  });
}

/** The addresses of a stack as a whole: those of its ads count. Source: docs/decisions/0022-stacks.md. */
const stackMark = /^stack(?:_view)?$/;

function eventOf(name: string | undefined): AdEvent | null {
  if (name === undefined) return impressionEvent;
  return stackMark.test(name) ? null : readEventName(name);
}
