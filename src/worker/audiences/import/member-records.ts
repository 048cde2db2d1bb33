import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { partOf, partsOfLayer } from '../../../exchange/audience/segment-part.ts';

/**
 * Effect of a row on a member: add to a segment, remove from it, remove from all values of an attribute, remove from
 * all segments.
 */
export const memberActions = { enter: 0, leave: 1, clear: 2, forget: 3 } as const;

export type MemberRecord = {
  readonly low: number;
  readonly high: number;
  readonly action: number;
  /** Segment index in the layer. For `clear` that of any value of the attribute. */
  readonly segment: number;
  readonly hour: number;
  /** Index of the file in the delivery, and line number from 1. */
  readonly file: number;
  readonly line: number;
};

/** Words of a record: low, high, segment and hour, action and file, line. */
export const wordsOfRecord = 5;
/** Buffered records per part: 80 KiB each, 5 MiB in total. */
const recordsHeld = 4_096;

/**
 * Records of a delivery, partitioned into files so that memory use is independent of the size of the delivery. Uses
 * blocking I/O, for a dedicated process only.
 */
export type RecordFiles = {
  add(record: MemberRecord): void;
  /** Returns all added records in order. Call after the last `add`. */
  read(part: number): Uint32Array;
  close(): void;
};

export function openRecordFiles(folder: string): RecordFiles {
  mkdirSync(folder, { recursive: true });
  const parts = Array.from({ length: partsOfLayer }, () => ({
    held: new Uint32Array(recordsHeld * wordsOfRecord),
    words: 0,
    file: null as number | null,
  }));
  const pathOf = (part: number) => join(folder, `${part}.records`);
  const flush = (at: number) => {
    const part = parts[at] as (typeof parts)[number];
    part.file ??= openSync(pathOf(at), 'w');
    const bytes = new Uint8Array(part.held.buffer, 0, part.words * 4);
    for (let written = 0; written < bytes.length; ) written += writeSync(part.file, bytes, written);
    part.words = 0;
  };
  return {
    add({ low, high, action, segment, hour, file, line }) {
      const at = partOf(high);
      const part = parts[at] as (typeof parts)[number];
      const { held, words } = part;
      held[words] = low;
      held[words + 1] = high;
      held[words + 2] = segment | (hour << 16);
      held[words + 3] = action | (file << 16);
      held[words + 4] = line;
      part.words = words + wordsOfRecord;
      if (part.words === held.length) flush(at);
    },
    read(at) {
      const { file, held, words } = parts[at] as (typeof parts)[number];
      if (file === null) return held.subarray(0, words);
      flush(at);
      const bytes = readFileSync(pathOf(at));
      return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    },
    close() {
      for (const { file } of parts) if (file !== null) closeSync(file);
    },
  };
}
