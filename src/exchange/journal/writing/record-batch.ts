import type { JournalRecord, RecordWaiting } from '../delivery-event.ts';
import { maxPayloadBytes, recordHeaderBytes, writeRecord } from '../journal-format.ts';

const initialBytes = 64 * 1024;
/** Capacity that is kept for the next batch. A larger one, after a burst, is released. */
const keptBytes = 1024 * 1024;
const longestRecord = recordHeaderBytes + maxPayloadBytes;

/**
 * Records that are written and synced together, as one piece of memory that is used again for later batches, and those
 * who wait for them.
 */
export class RecordBatch {
  bytes: Buffer = Buffer.allocUnsafeSlow(initialBytes);
  /** Number of used bytes. */
  length = 0;
  waiting: RecordWaiting[] = [];

  /** Throws a `RangeError` if the record is too long. */
  add(said: JournalRecord, waiting: RecordWaiting): void {
    if (this.bytes.length - this.length < longestRecord) this.#grow();
    this.length = writeRecord(this.bytes, this.length, said);
    this.waiting.push(waiting);
  }

  clear(): void {
    this.length = 0;
    this.waiting = [];
    if (this.bytes.length > keptBytes) this.bytes = Buffer.allocUnsafeSlow(initialBytes);
  }

  #grow(): void {
    const larger = Buffer.allocUnsafeSlow(this.bytes.length * 2);
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
