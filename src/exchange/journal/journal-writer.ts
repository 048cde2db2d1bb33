/*
 * The journal: every acknowledged event, on disk before the response.
 *
 * - `journal-writer.ts`: append and sync. `journal-format.ts`: records. `journal-reader.ts`: reading, also past damage.
 * - `delivery-event.ts`, `screen-record.ts`, `named-events.ts`: content of records.
 * - `sum-events.ts`, `roll-up-state.ts`, `local-day.ts`: from events to sums, used by the roll-up and by recounts.
 * - `journal-segments.ts`, `archive-segments.ts`, `put-segment-aside.ts`: lifecycle of a file.
 * - `journal-damage.ts`, `damage-notes.ts`, `watch-damage.ts`: damaged files. `journal-stream.ts`: records in Redis
 *   Streams.
 *
 * Written by `delivery/events`, read by `worker/count`. See docs/internals/counting.md.
 */

import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../platform/durable/sync-folder.ts';
import type { EventJournal, JournalRecord } from './delivery-event.ts';
import { createSegmentHeader, encodeRecord, segmentHeaderBytes } from './journal-format.ts';
import { segmentFileName, segmentNumbers } from './journal-segments.ts';

/** Size above which a segment is closed: small enough to ship and archive, large enough to be few. */
const maxSegmentBytes = 16 * 1024 * 1024;
/** Age above which a segment is closed with the next event, so that archiving is timely. */
const maxSegmentAgeMs = 10 * 60 * 1000;
/**
 * Maximum number of events waiting for the disk, about 30 MB. Further events are rejected with 503 instead of growing
 * the heap.
 */
const maxWaitingEvents = 100_000;
/** Pause after a failed write, so that a full disk is not filled with new segment files. */
const pauseAfterFailureMs = 250;

/** The event could not be stored. Its sender must receive 503 and may repeat it. */
export class JournalUnavailableError extends Error {}

/** The used part of a file. Tests inject a failing one. */
export type SegmentFile = Pick<FileHandle, 'write' | 'datasync' | 'close'>;

export type JournalOptions = {
  /** Folder of this delivery process. */
  readonly folder: string;
  readonly onFailure?: (error: unknown) => void;
  readonly openFile?: (path: string) => Promise<SegmentFile>;
  readonly maxSegmentBytes?: number;
  readonly maxSegmentAgeMs?: number;
};

type Waiting = {
  readonly record: Buffer;
  readonly resolve: () => void;
  readonly reject: (error: JournalUnavailableError) => void;
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
  #waiting: Waiting[] = [];
  #segment: Segment | null = null;
  /** null: must be determined from the folder, at the start and after each failure. */
  #nextNumber: number | null = null;
  #flushing: Promise<void> | null = null;
  /** Monotonic clock: a wall clock that is set back would extend the pause. */
  #pausedUntilMs = 0;
  #closed = false;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  append(said: JournalRecord): Promise<void> {
    if (this.#closed) return Promise.reject(new JournalUnavailableError('The journal is closed'));
    if (performance.now() < this.#pausedUntilMs)
      return Promise.reject(new JournalUnavailableError('The journal cannot be written'));
    if (this.#waiting.length >= maxWaitingEvents) {
      return Promise.reject(new JournalUnavailableError('Too many events are waiting for the disk'));
    }
    const record = encodeRecord(said);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ record, resolve, reject });
      this.#flushing ??= this.#flushAll();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#flushing;
    await this.#segment?.file.close();
    this.#segment = null;
  }

  async #flushAll(): Promise<void> {
    // Lets the other requests of this iteration of the event loop join the batch.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#flush(batch);
    }
    this.#flushing = null;
  }

  /** Never rejects. Its outcome is that of the promises of the batch. */
  async #flush(batch: readonly Waiting[]): Promise<void> {
    try {
      const segment = await this.#writableSegment();
      const bytes = Buffer.concat(batch.map((waiting) => waiting.record));
      await writeWhole(segment.file, bytes);
      await segment.file.datasync();
      segment.bytes += bytes.length;
      segment.acknowledged = true;
      for (const waiting of batch) waiting.resolve();
    } catch (error) {
      this.#pausedUntilMs = performance.now() + pauseAfterFailureMs;
      await this.#giveUpSegment();
      this.#options.onFailure?.(error);
      for (const waiting of batch) {
        waiting.reject(new JournalUnavailableError('The event could not be written', { cause: error }));
      }
    }
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
    const { folder, openFile = createFile } = this.#options;
    const number = this.#nextNumber ?? (await prepareFolder(folder));
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

/** Creates the folder durably and returns the number after its newest segment. */
async function prepareFolder(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  await syncFolder(dirname(folder));
  await syncFolder(dirname(dirname(folder)));
  return ((await segmentNumbers(folder)).at(-1) ?? 0) + 1;
}

/** Fails if the file exists: two processes never append to one segment. */
function createFile(path: string): Promise<SegmentFile> {
  return open(path, 'ax');
}

async function writeWhole(file: SegmentFile, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written);
    if (bytesWritten === 0) throw new Error('The file accepts no more bytes');
    written += bytesWritten;
  }
}

async function closeAndRemove(file: SegmentFile, path: string): Promise<void> {
  // The first error is reported. This file contains no acknowledged record.
  await file.close().catch(() => undefined);
  await rm(path, { force: true }).catch(() => undefined);
}
