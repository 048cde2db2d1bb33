import type { EventKind } from '../../core/words/ad-events.ts';
import { type EventWindow, eventWindowMs } from '../../core/words/event-windows.ts';
import type { FilterReason } from '../../core/words/reasons.ts';
import type { ScreenRecord } from './screen-record.ts';

/**
 * One event as it stands in the journal: written once by a delivery process, read once by the roll-up.
 * `eventId` is the same for every repetition of one event of one decision (decision id, slot, kind or name), so that
 * counting it once needs nothing else.
 */
export type DeliveryEvent = {
  readonly eventId: string;
  readonly kind: EventKind;
  /** Of kinds `video` and `custom`. */
  readonly name?: string;
  /** Of kind `custom`: 0 to 65,535, the same for all from one network, and too short to tell which. */
  readonly sender?: number;
  /** null: to be counted; otherwise why it is kept apart. Repetitions are found by the roll-up, not here. */
  readonly filtered: Exclude<FilterReason, RollUpReason> | null;
  /** Epoch ms at which the event happened: when it reached us, or when a player says that it was. */
  readonly atMs: number;
  /** Epoch ms of the decision whose ad this is. */
  readonly decidedAtMs: number;
  /** How late it may come; left out: as that of a display ad. */
  readonly window?: Exclude<EventWindow, 'display'>;
  readonly adId: number;
  readonly bookingId: number;
  readonly creativeId: number;
  readonly positionId: number;
  /** Of what counts of a sponsored product: the key of who saw or clicked it, as hexadecimal; left out: nobody knows. */
  readonly shopperKey?: string;
};

/** Epoch ms after which this event, coming or coming again, does not count any more. */
export function expiresAtMs({ decidedAtMs, window }: DeliveryEvent): number {
  return decidedAtMs + eventWindowMs(window ?? 'display');
}

/** What only the roll-up finds out: it has all events of a booking. */
export type RollUpReason = 'duplicate' | 'surplus';

/** What a journal is made of. */
export type JournalRecord = DeliveryEvent | ScreenRecord;

/** What the ad path needs of the journal: resolves when the record is on disk, rejects when it cannot be kept. */
export type EventJournal = {
  append(record: JournalRecord): Promise<void>;
  close(): Promise<void>;
};
