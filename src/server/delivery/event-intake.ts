import type { IncomingMessage } from 'node:http';
import { displayEventWindowMs } from '../../core/words/limits.ts';
import type { DeliveryEvent, EventJournal, EventKind } from '../counting/delivery-event.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';
import type { EventToken } from './event-token.ts';
import { isBotAgent } from './is-bot.ts';

export type EventIntake = {
  /** Resolves when the event is on disk, with what became of it; rejects when it cannot be kept. */
  take(kind: EventKind, token: EventToken, request: IncomingMessage): Promise<void>;
};

/**
 * Puts an event of a genuine token into the journal. What must not count is journalled as well, with its reason, so
 * that it can be looked at and counted again. Source: product decisions 8.
 */
export function createEventIntake(options: {
  readonly journal: EventJournal;
  readonly metrics: DeliveryMetrics;
  readonly now: () => number;
}): EventIntake {
  const { journal, metrics, now } = options;
  return {
    async take(kind, token, request) {
      const atMs = now();
      const filtered = reasonToFilter(token, atMs, request);
      try {
        await journal.append({
          eventId: `${token.decisionId}.${token.slotIndex}.${kind}`,
          kind,
          filtered,
          atMs,
          decidedAtMs: token.decidedAtMs,
          adId: token.adId,
          bookingId: token.bookingId,
          creativeId: token.creativeId,
          positionId: token.positionId,
        });
        metrics.events.inc({ kind, outcome: filtered ?? 'journalled' });
      } catch (error) {
        metrics.events.inc({ kind, outcome: 'refused' });
        throw error;
      }
    },
  };
}

function reasonToFilter(token: EventToken, atMs: number, request: IncomingMessage): DeliveryEvent['filtered'] {
  if (atMs - token.decidedAtMs > displayEventWindowMs) return 'expired';
  if (isBotAgent(request.headers['user-agent'])) return 'bot';
  return isPrefetch(request) ? 'prefetch' : null;
}

/** A browser that loads a page ahead of its being wanted says so; nobody has seen the ad. */
function isPrefetch({ headers }: IncomingMessage): boolean {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']];
  return purposes.some((purpose) => typeof purpose === 'string' && /\bprefetch\b|\bpreview\b/i.test(purpose));
}
