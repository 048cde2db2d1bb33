import type { EventKind } from '../../core/vocabulary/ad-events.ts';
import { type EventWindow, eventWindowMs } from '../../core/vocabulary/event-windows.ts';
import type { FilterReason } from '../../core/vocabulary/reasons.ts';
import type { ConversionRecord } from './conversion-record.ts';
import type { ExposureRecord } from './exposure-record.ts';
import type { ScreenRecord } from './screen-record.ts';

/**
 * One event in the journal: written once by a delivery process, read once by the roll-up. `eventId` is equal for every
 * repetition of one event of one decision (decision ID, slot, kind or name), so it suffices for deduplication.
 */
export type DeliveryEvent = {
  readonly eventId: string;
  readonly kind: EventKind;
  /** For kinds `video` and `custom`. */
  readonly name?: string;
  /** For kind `custom`: 0 to 65,535, equal for all senders of a network, and too short to identify it. */
  readonly sender?: number;
  /** null: to be counted; otherwise the filter reason. Duplicates are detected later by the roll-up. */
  readonly filtered: Exclude<FilterReason, RollUpReason> | null;
  /** Epoch ms of the event: when it was received, or as reported by the player. */
  readonly atMs: number;
  /** Epoch ms of the decision of the ad. */
  readonly decidedAtMs: number;
  /** Event window; omitted: that of a display ad. */
  readonly window?: Exclude<EventWindow, 'display'>;
  readonly adId: number;
  readonly bookingId: number;
  readonly creativeId: number;
  readonly positionId: number;
  /** For counted events of sponsored products: key of the shopper in hexadecimal; omitted: unknown. */
  readonly shopperKey?: string;
};

/** Returns the time in epoch ms after which this event and its repetitions no longer count. */
export function expiresAtMs({ decidedAtMs, window }: DeliveryEvent): number {
  return decidedAtMs + eventWindowMs(window ?? 'display');
}

/** Filter reasons that only the roll-up can determine, because it has all events of a booking. */
export type RollUpReason = 'duplicate' | 'surplus';

/** A record of the journal. */
export type JournalRecord = DeliveryEvent | ScreenRecord | ConversionRecord | ExposureRecord;

/** Interface of the journal for the ad path. */
export type EventJournal = {
  /** Resolves when the record is on disk. Rejects if it cannot be stored. */
  append(record: JournalRecord): Promise<void>;
  /** The same without a promise. Exactly one function of `waiting` is called, `failed` possibly before this returns. */
  add(record: JournalRecord, waiting: RecordWaiting): void;
  close(): Promise<void>;
};

/** Receives the outcome of one record. Its functions must not throw. */
export type RecordWaiting = {
  /** The record is on disk. */
  stored(): void;
  /** The record could not be stored. */
  failed(error: Error): void;
};
