/*
 * Events: impressions, viewable impressions, clicks, video events and plays.
 *
 * - `event-intake.ts`: verifies a token, filters, and appends to the journal. The response waits for the disk.
 * - `track.ts`, `click.ts`: the endpoints of one event. `answer-event-batch.ts`, `read-event-batch.ts`: many events.
 *   `answer-plays.ts`, `read-plays.ts`, `play-chain.ts`: plays of screens. `check-reported-event.ts`: URLs and times of both.
 * - `answer-conversion.ts`, `read-pixel-parameters.ts`: pixels of conversion actions.
 * - `is-bot.ts`, `is-prefetch.ts`, `sender-of.ts`: filtered events, and their senders.
 *
 * See docs/internals/counting.md.
 */

import { counterOfEvent, touchOf } from '../../core/pricing/billable-events.ts';
import type { AdEvent } from '../../core/vocabulary/ad-events.ts';
import { eventWindowMs } from '../../core/vocabulary/event-windows.ts';
import type { ConversionRecord } from '../../exchange/journal/conversion-record.ts';
import type { DeliveryEvent, EventJournal, RecordWaiting } from '../../exchange/journal/delivery-event.ts';
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

/** An event with a genuine token, as reported. */
export type TakenEvent = {
  readonly what: AdEvent;
  readonly token: EventToken;
  readonly sender: EventSender;
  /** Time of the event in epoch milliseconds. Omitted: now. */
  readonly happenedAtMs?: number;
};

export type EventIntake = {
  /**
   * Stores an event and returns the reason for which it does not count, or null. Exactly one function of `waiting` is
   * called, `failed` possibly before this returns.
   */
  take(taken: TakenEvent, waiting: RecordWaiting): DeliveryEvent['filtered'];
  /** Stores a record that is not an ad event. Rejects if it cannot be stored. */
  note(said: ScreenRecord | ConversionRecord): Promise<void>;
};

type IntakeOptions = {
  readonly journal: EventJournal;
  readonly metrics: DeliveryMetrics;
  readonly pacing: Pick<DeliveryPacing, 'noteDelivered'>;
  readonly now: () => number;
  /** Used for custom events only. */
  readonly senderOf: SenderOf;
};

/**
 * Appends events with a genuine token to the journal. Filtered events are journalled with their reason, so that they
 * can be inspected and counted again. Source: product decisions 8.
 */
export function createEventIntake(options: IntakeOptions): EventIntake {
  const { journal, now, senderOf } = options;
  return {
    note: (said) => journal.append(said),
    take({ what, token, sender, happenedAtMs }, waiting) {
      const nowMs = now();
      const filtered = reasonToFilter(token, nowMs, sender);
      const event = eventOf(what, token, { filtered, atMs: happenedAtMs ?? nowMs });
      if (what.kind === 'custom') event.sender = senderOf(sender);
      journal.add(event, new TakenRecord(event, nowMs, { options, waiting }));
      return filtered;
    },
  };
}

/** Stores an event. Resolves when it is on disk, and rejects if it cannot be stored. */
export function storeEvent(intake: Pick<EventIntake, 'take'>, taken: TakenEvent): Promise<void> {
  return new Promise((resolve, reject) => intake.take(taken, { stored: resolve, failed: reject }));
}

/** Counts an event of the journal when it is on disk, and passes the outcome on. */
class TakenRecord implements RecordWaiting {
  readonly #event: DeliveryEvent;
  readonly #receivedAtMs: number;
  readonly #options: IntakeOptions;
  readonly #waiting: RecordWaiting;

  constructor(
    event: DeliveryEvent,
    receivedAtMs: number,
    { options, waiting }: { readonly options: IntakeOptions; readonly waiting: RecordWaiting },
  ) {
    this.#event = event;
    this.#receivedAtMs = receivedAtMs;
    this.#options = options;
    this.#waiting = waiting;
  }

  stored(): void {
    const { eventId, kind, filtered, bookingId, decidedAtMs } = this.#event;
    const counter = filtered === null ? counterOfEvent(this.#event) : null;
    const { metrics, pacing } = this.#options;
    countEvent(metrics.counts, kind, filtered ?? 'journalled');
    try {
      if (counter !== null) {
        pacing.noteDelivered({ eventId, counter, bookingId, atMs: this.#receivedAtMs, decidedAtMs });
      }
    } catch (error) {
      this.failed(error as Error);
      return;
    }
    this.#waiting.stored();
  }

  failed(error: Error): void {
    countEvent(this.#options.metrics.counts, this.#event.kind, 'refused');
    this.#waiting.failed(error);
  }
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** Without spreading objects, which would take a large part of the time of an event. */
function eventOf(
  what: AdEvent,
  token: EventToken,
  { filtered, atMs }: Pick<DeliveryEvent, 'filtered' | 'atMs'>,
): Writable<DeliveryEvent> {
  const name = 'name' in what ? what.name : undefined;
  const event: Writable<DeliveryEvent> = {
    eventId: `${token.decisionId}.${token.slotIndex}.${name ?? what.kind}`,
    kind: what.kind,
    filtered,
    atMs,
    decidedAtMs: token.decidedAtMs,
    adId: token.adId,
    bookingId: token.bookingId,
    creativeId: token.creativeId,
    positionId: token.positionId,
  };
  if (name !== undefined) event.name = name;
  if (token.window !== 'display') event.window = token.window;
  if (token.shopperKey !== undefined && filtered === null && isTouch(what)) {
    event.shopperKey = Buffer.from(token.shopperKey).toString('hex');
  }
  return event;
}

/** Returns true for events to which conversions may be attributed. */
function isTouch({ kind }: AdEvent): boolean {
  return kind !== 'video' && kind !== 'custom' && touchOf(kind) !== null;
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
