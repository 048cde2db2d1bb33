/*
 * The journal: every acknowledged event, on disk before the response.
 *
 * - `journal-writer.ts`, `writing/`: append and sync. `journal-format.ts`: records. `journal-reader.ts`: reading, also
 *   past damage.
 * - `delivery-event.ts`, `screen-record.ts`: content of records. `reading/`: many records at once.
 * - `roll-up-state.ts`, `local-day.ts`, `position-time-zones.ts`: used by the roll-up and by recounts.
 * - `journal-segments.ts`, `archive-segments.ts`, `put-segment-aside.ts`: lifecycle of a file.
 * - `journal-damage.ts`, `damage-notes.ts`, `watch-damage.ts`: damaged files. `journal-stream.ts`: records in Redis
 *   Streams.
 *
 * Written by `delivery/events`, read by `worker/count`. See docs/internals/counting.md.
 */

import { join } from 'node:path';
import { syncFolder } from '../../platform/durable/sync-folder.ts';
import type { EventJournal, JournalRecord, RecordWaiting } from './delivery-event.ts';
import { createSegmentHeader, segmentHeaderBytes } from './journal-format.ts';
import { segmentFileName } from './journal-segments.ts';
import { RecordBatch } from './writing/record-batch.ts';
import {
  closeAndRemove,
  createSegmentFile,
  prepareSegmentFolder,
  type SegmentFile,
  writeWhole,
} from './writing/segment-file.ts';

/** Size above which a segment is closed: small enough to ship and archive, large enough to be few. */
const maxSegmentBytes = 16 * 1024 * 1024;
/** Age above which a segment is closed with the next event, so that archiving is timely. */
const maxSegmentAgeMs = 10 * 60 * 1000;
/**
 * Maximum number of events waiting for the disk, about 30 MB. Further events are rejected with 503 instead of growing
 * the heap.
 */
const maxWaitingEvents = 100_000;
/**
 * Under load, a batch starts this long after the start of the previous one, or when it has enough records. Batches
 * would otherwise be as small as the disk is fast, and each costs about 150 us of CPU time.
 */
const batchIntervalMs = 2;
const enoughRecords = 64;
/** Number of records of a batch from which there is load. With fewer, the next record is written immediately. */
const largeBatch = 8;
/** Pause after a failed write, so that a full disk is not filled with new segment files. */
const pauseAfterFailureMs = 250;

/** The event could not be stored. Its sender must receive 503 and may repeat it. */
export class JournalUnavailableError extends Error {}

export type JournalOptions = {
  /** Folder of this delivery process. */
  readonly folder: string;
  readonly onFailure?: (error: unknown) => void;
  readonly openFile?: (path: string) => Promise<SegmentFile>;
  readonly maxSegmentBytes?: number;
  readonly maxSegmentAgeMs?: number;
};

type Segment = {
  readonly path: string;
  readonly file: SegmentFile;
  readonly openedAtMs: number;
  bytes: number;
  /** True once one of its records has been acknowledged. */
  acknowledged: boolean;
};

/**
 * Opens the journal of one delivery process: append-only segments with group commit. Events that arrive while a batch
 * is being written form the next batch: one write and one fdatasync for all of them, after which their promises
 * resolve. Each process start opens a new segment, so a truncated record is always at the end of its file.
 *
 * If a write or sync fails, its batch is rejected and its segment is abandoned, because after a failed sync it is
 * unknown which part is on disk. The next batch starts a new segment, so the journal recovers together with the disk.
 */
export function openJournal(options: JournalOptions): EventJournal {
  return new JournalWriter(options);
}

class JournalWriter implements EventJournal {
  readonly #options: JournalOptions;
  /** Records of the next batch. */
  #filling = new RecordBatch();
  /** Memory for the batch after it. */
  #free = new RecordBatch();
  #segment: Segment | null = null;
  /** null: must be determined from the folder, at the start and after each failure. */
  #nextNumber: number | null = null;
  #flushing: Promise<void> | null = null;
  /** Time before which the next batch does not start, and the function that starts it. */
  #dueMs = 0;
  #startDue: (() => void) | null = null;
  /** Monotonic clock: a wall clock that is set back would extend the pause. */
  #pausedUntilMs = 0;
  #closed = false;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  append(said: JournalRecord): Promise<void> {
    return new Promise((resolve, reject) => this.add(said, { stored: resolve, failed: reject }));
  }

  add(said: JournalRecord, waiting: RecordWaiting): void {
    const nowMs = performance.now();
    const refusal = this.#refusal(nowMs);
    if (refusal !== null) {
      waiting.failed(new JournalUnavailableError(refusal));
      return;
    }
    this.#filling.add(said, waiting);
    this.#flushing ??= this.#flushAll();
    if (this.#startDue !== null && this.#isDue(nowMs)) this.#startDue();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#startDue?.();
    await this.#flushing;
    await this.#segment?.file.close();
    this.#segment = null;
  }

  #refusal(nowMs: number): string | null {
    if (this.#closed) return 'The journal is closed';
    if (nowMs < this.#pausedUntilMs) return 'The journal cannot be written';
    return this.#filling.waiting.length >= maxWaitingEvents ? 'Too many events are waiting for the disk' : null;
  }

  async #flushAll(): Promise<void> {
    // Lets the other requests of this iteration of the event loop join the batch.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#filling.waiting.length > 0) {
      await this.#untilDue();
      const batch = this.#filling;
      this.#filling = this.#free;
      this.#dueMs = batch.waiting.length >= largeBatch ? performance.now() + batchIntervalMs : 0;
      await this.#flush(batch);
      batch.clear();
      this.#free = batch;
    }
    this.#flushing = null;
  }

  #isDue(nowMs: number): boolean {
    return this.#closed || nowMs >= this.#dueMs || this.#filling.waiting.length >= enoughRecords;
  }

  /** Waits until the next batch starts. A timer may be late, so an event that arrives in time also starts it. */
  async #untilDue(): Promise<void> {
    const nowMs = performance.now();
    if (this.#isDue(nowMs)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#dueMs - nowMs);
    this.#startDue = resolve;
    await promise;
    clearTimeout(timer);
    this.#startDue = null;
  }

  /** Never rejects. Its outcome is passed to those who wait for the batch. */
  async #flush(batch: RecordBatch): Promise<void> {
    try {
      const segment = await this.#writableSegment();
      await writeWhole(segment.file, batch.bytes, batch.length);
      await segment.file.datasync();
      segment.bytes += batch.length;
      segment.acknowledged = true;
    } catch (cause) {
      this.#pausedUntilMs = performance.now() + pauseAfterFailureMs;
      await this.#giveUpSegment();
      this.#options.onFailure?.(cause);
      const error = new JournalUnavailableError('The event could not be written', { cause });
      for (const waiting of batch.waiting) waiting.failed(error);
      return;
    }
    for (const waiting of batch.waiting) notifyStored(waiting);
  }

  async #writableSegment(): Promise<Segment> {
    const current = this.#segment;
    if (current !== null) {
      const full = current.bytes >= (this.#options.maxSegmentBytes ?? maxSegmentBytes);
      const old = performance.now() - current.openedAtMs >= (this.#options.maxSegmentAgeMs ?? maxSegmentAgeMs);
      if (!full && !old) return current;
      this.#segment = null;
      await current.file.close();
    }
    this.#segment = await this.#createSegment();
    return this.#segment;
  }

  async #createSegment(): Promise<Segment> {
    const { folder, openFile = createSegmentFile } = this.#options;
    const number = this.#nextNumber ?? (await prepareSegmentFolder(folder));
    this.#nextNumber = null;
    const path = join(folder, segmentFileName(number));
    const file = await openFile(path);
    try {
      await writeWhole(file, createSegmentHeader());
      await syncFolder(folder);
      this.#nextNumber = number + 1;
    } catch (error) {
      await closeAndRemove(file, path);
      throw error;
    }
    return { path, file, openedAtMs: performance.now(), bytes: segmentHeaderBytes, acknowledged: false };
  }

  /** A segment without an acknowledged event is removed. */
  async #giveUpSegment(): Promise<void> {
    const segment = this.#segment;
    this.#segment = null;
    if (segment === null) return;
    if (segment.acknowledged) await segment.file.close().catch(() => undefined);
    else await closeAndRemove(segment.file, segment.path);
  }
}

/** An error of one of those who wait must not keep the others from being notified. It ends the process afterward. */
function notifyStored(waiting: RecordWaiting): void {
  try {
    waiting.stored();
  } catch (error) {
    setImmediate(() => {
      throw error;
    });
  }
}
