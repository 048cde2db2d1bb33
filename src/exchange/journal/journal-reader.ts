import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { ConversionRecord } from './conversion-record.ts';
import type { DeliveryEvent } from './delivery-event.ts';
import type { ExposureRecord } from './exposure-record.ts';
import { type DamagedRange, findNextRecord, isTorn } from './journal-damage.ts';
import {
  findRecord,
  maxPayloadBytes,
  recordHeaderBytes,
  segmentHeaderBytes,
  segmentIdFromHeader,
} from './journal-format.ts';
import { decodeRecords } from './reading/decode-records.ts';
import type { ScreenRecord } from './screen-record.ts';

/** State of the end of a read. */
export type SegmentEnd =
  /** The file has more to read. */
  | 'more'
  /** All bytes of the file were read. */
  | 'end'
  /** The last record is incomplete: still being written, or truncated by a crash and thus never acknowledged. */
  | 'incomplete'
  /** The file ends with bytes that are neither a valid nor a truncated record. */
  | 'damaged';

/** Complete, valid, consecutive records as stored in the segment. */
export type SegmentBytes = Pick<SegmentRead, 'nextOffset' | 'end' | 'damaged'> & { readonly bytes: Buffer };

export type SegmentRead = {
  readonly events: readonly DeliveryEvent[];
  readonly screens: readonly ScreenRecord[];
  readonly conversions: readonly ConversionRecord[];
  readonly exposures: readonly ExposureRecord[];
  /** Offset of the next read. */
  readonly nextOffset: number;
  readonly end: SegmentEnd;
  /** Number of skipped records of unknown kinds. */
  readonly unknownRecords: number;
  /** Unreadable bytes before the first of these records, from the offset of the read; null: none. */
  readonly damaged: DamagedRange | null;
};

export type SegmentReader = {
  /** Permanent ID of this segment; null: the file has no complete header. */
  readonly segmentId: string | null;
  /** Reads complete, valid records from an offset (0: the first record), about `maxBytes`. */
  read(options: { readonly fromOffset: number; readonly maxBytes: number }): Promise<SegmentRead>;
  /** Reads the same records without decoding them. */
  readBytes(options: { readonly fromOffset: number; readonly maxBytes: number }): Promise<SegmentBytes>;
  close(): Promise<void>;
};

/** Minimum read size: the largest record. */
const minReadBytes = recordHeaderBytes + maxPayloadBytes;
/** Bytes searched at a time for the next valid record. */
const searchBytes = 1024 * 1024;

export async function openSegmentReader(path: string): Promise<SegmentReader> {
  const file = await open(path, 'r');
  try {
    const header = await readBytes(file, { from: 0, length: segmentHeaderBytes });
    const ownId = segmentIdFromHeader(header);
    const segmentId = ownId ?? (await idOfDamagedHeader(file, header));
    const readAll = (options: ReadOptions) => readRecords(file, { ...options, headerIsWhole: ownId !== null });
    return {
      segmentId,
      read: async (options) => {
        const { bytes, ...read } = await readAll(options);
        return { ...decodeRecords(bytes), ...read };
      },
      readBytes: readAll,
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

type ReadOptions = { readonly fromOffset: number; readonly maxBytes: number };

async function readRecords(
  file: FileHandle,
  options: ReadOptions & { readonly headerIsWhole: boolean },
): Promise<SegmentBytes> {
  const from = Math.max(options.fromOffset, segmentHeaderBytes);
  const read = await readRun(file, from, options.maxBytes);
  const headerIsDamaged = options.fromOffset < segmentHeaderBytes && !options.headerIsWhole;
  const damagedFrom = headerIsDamaged ? 0 : from;
  if (read.bytes.length > 0) return { ...read, damaged: headerIsDamaged ? { from: 0, to: from } : null };
  if (read.end !== 'more') return { ...read, damaged: null };
  const next = await searchNextRecord(file, from + 1);
  if (next !== null) {
    return { ...(await readRun(file, next, options.maxBytes)), damaged: { from: damagedFrom, to: next } };
  }
  return { ...read, end: endOf(await readToEnd(file, from)), damaged: null };
}

/** Reads valid records up to the first byte that belongs to none. The next read examines that byte. */
async function readRun(file: FileHandle, from: number, maxBytes: number): Promise<Omit<SegmentBytes, 'damaged'>> {
  const wanted = Math.max(maxBytes, minReadBytes);
  const bytes = await readBytes(file, { from, length: wanted });
  let offset = 0;
  while (offset < bytes.length) {
    const record = findRecord(bytes, offset);
    if (record.kind !== 'whole') break;
    offset += record.bytes;
  }
  const end = bytes.length === wanted ? 'more' : endOf(bytes.subarray(offset));
  return { bytes: bytes.subarray(0, offset), nextOffset: from + offset, end };
}

/** Classifies the rest of a file that does not start with a valid record. */
function endOf(rest: Buffer): SegmentEnd {
  if (rest.length === 0) return 'end';
  if (findNextRecord(rest, 1) !== null) return 'more';
  return isTorn(rest) ? 'incomplete' : 'damaged';
}

async function searchNextRecord(file: FileHandle, from: number): Promise<number | null> {
  for (let at = from; ; at += searchBytes) {
    // Pieces overlap by one record, which may cross their boundary.
    const bytes = await readBytes(file, { from: at, length: searchBytes + minReadBytes });
    const found = findNextRecord(bytes, 0);
    if (found !== null) return at + found;
    if (bytes.length < searchBytes + minReadBytes) return null;
  }
}

/** Returns an ID for a segment with a damaged header; null: it has no records, so its header was never written. */
async function idOfDamagedHeader(file: FileHandle, header: Buffer): Promise<string | null> {
  const first = await searchNextRecord(file, 0);
  if (first === null) return null;
  const record = await readBytes(file, { from: first, length: minReadBytes });
  // The record makes it unique, also if the header reads as zeros. Events counted under the original ID are recognized
  // by their own IDs.
  const hash = createHash('sha256').update(header).update(record.subarray(0, recordHeaderBytes));
  const end = recordHeaderBytes + record.readUInt32LE(0);
  return hash.update(record.subarray(recordHeaderBytes, end)).digest('hex').slice(0, 32);
}

async function readToEnd(file: FileHandle, from: number): Promise<Buffer> {
  const { size } = await file.stat();
  return readBytes(file, { from, length: Math.max(0, size - from) });
}

async function readBytes(file: FileHandle, range: { readonly from: number; readonly length: number }): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(range.length);
  let filled = 0;
  while (filled < range.length) {
    const { bytesRead } = await file.read(buffer, filled, range.length - filled, range.from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
