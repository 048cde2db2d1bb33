/*
 * Events: impressions, viewable impressions, clicks, video events and plays.
 *
 * - `event-intake.ts`: verifies a token, filters, and appends to the journal. The response waits for the disk.
 * - `track.ts`, `click.ts`: the endpoints of one event. `answer-event-batch.ts`, `read-event-batch.ts`: many events.
 *   `answer-plays.ts`, `read-plays.ts`, `play-chain.ts`: plays of screens. `check-reported-event.ts`: URLs and times of both.
 * - `is-bot.ts`, `is-prefetch.ts`, `sender-of.ts`: filtered events, and their senders.
 *
 * See docs/internals/counting.md.
 */

import { touchOf } from '../../core/pricing/billable-events.ts';
import type { AdEvent } from '../../core/vocabulary/ad-events.ts';
import { eventWindowMs } from '../../core/vocabulary/event-windows.ts';
import type { DeliveryEvent, EventJournal } from '../../exchange/journal/delivery-event.ts';
import type { ScreenRecord } from '../../exchange/journal/screen-record.ts';
import type { EventToken } from '../answer/signed-address/event-token.ts';
import type { DeliveryPacing } from '../decide/pacing/delivery-pacing.ts';
import { countEvent, type DeliveryMetrics } from '../delivery-metrics.ts';
import type { DeliveryExchange } from '../listener/exchange.ts';
import { isBotAgent } from './is-bot.ts';
import { isPrefetch } from './is-prefetch.ts';
import type { SenderOf } from './sender-of.ts';

/** The request that reports an event. */
export type EventSender = Pick<DeliveryExchange, 'header' | 'fields' | 'peer'>;

export type EventIntake = {
  /**
   * Resolves when the event is on disk, with the reason for which it does not count, or null. Rejects if it cannot be
   * stored.
   * @param happenedAtMs time of the event in epoch milliseconds. Default: now
   */
  take(
    what: AdEvent,
    token: EventToken,
    sender: EventSender,
    happenedAtMs?: number,
  ): Promise<DeliveryEvent['filtered']>;
  /** Stores a screen record in the same way. */
  note(said: ScreenRecord): Promise<void>;
};

/**
 * Appends events with a genuine token to the journal. Filtered events are journalled with their reason, so that they
 * can be inspected and counted again. Source: product decisions 8.
 */
export function createEventIntake(options: {
  readonly journal: EventJournal;
  readonly metrics: DeliveryMetrics;
  readonly pacing: Pick<DeliveryPacing, 'noteDelivered'>;
  readonly now: () => number;
  /** Used for custom events only. */
  readonly senderOf: SenderOf;
}): EventIntake {
  const { journal, metrics, pacing, now, senderOf } = options;
  return {
    note: (said) => journal.append(said),
    async take(what, token, sender, happenedAtMs) {
      const nowMs = now();
      const filtered = reasonToFilter(token, nowMs, sender);
      const event: DeliveryEvent = {
        eventId: `${token.decisionId}.${token.slotIndex}.${'name' in what ? what.name : what.kind}`,
        ...what,
        ...(what.kind === 'custom' && { sender: senderOf(sender) }),
        filtered,
        atMs: happenedAtMs ?? nowMs,
        decidedAtMs: token.decidedAtMs,
        ...(token.window !== 'display' && { window: token.window }),
        adId: token.adId,
        bookingId: token.bookingId,
        creativeId: token.creativeId,
        positionId: token.positionId,
        ...shopperOf(token, what, filtered),
      };
      try {
        await journal.append(event);
        countEvent(metrics.counts, what.kind, filtered ?? 'journalled');
        if (filtered === null && !('name' in what)) {
          pacing.noteDelivered({ ...event, kind: what.kind, atMs: nowMs });
        }
        return filtered;
      } catch (error) {
        countEvent(metrics.counts, what.kind, 'refused');
        throw error;
      }
    },
  };
}

/** Returns the shopper only for events to which orders may be attributed. */
function shopperOf(
  { shopperKey }: EventToken,
  { kind }: AdEvent,
  filtered: DeliveryEvent['filtered'],
): Pick<DeliveryEvent, 'shopperKey'> {
  if (shopperKey === undefined || filtered !== null || kind === 'video' || kind === 'custom' || touchOf(kind) === null)
    return {};
  return { shopperKey: Buffer.from(shopperKey).toString('hex') };
}

/** Returns true if events of the decision are too late to count. */
export function isTokenExpired({ decidedAtMs, window }: EventToken, nowMs: number): boolean {
  return nowMs - decidedAtMs > eventWindowMs(window);
}

function reasonToFilter(token: EventToken, nowMs: number, sender: EventSender): DeliveryEvent['filtered'] {
  if (isTokenExpired(token, nowMs)) return 'expired';
  if (isBotAgent(sender.header('user-agent'))) return 'bot';
  return isPrefetch(sender) ? 'prefetch' : null;
}
