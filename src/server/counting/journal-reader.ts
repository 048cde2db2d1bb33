import { type FileHandle, open } from 'node:fs/promises';
import type { DeliveryEvent } from './delivery-event.ts';
import {
  decodeRecord,
  findRecord,
  recordHeaderBytes,
  segmentHeaderBytes,
  segmentIdFromHeader,
} from './journal-format.ts';
import type { ScreenRecord } from './screen-record.ts';

/** How the bytes ended that were read. */
export type SegmentEnd =
  /** More bytes are there than were asked for. */
  | 'more'
  /** Every byte of the file has been read. */
  | 'end'
  /** The last record is not whole: still being written, or torn by a crash and then never acknowledged. */
  | 'incomplete'
  /** A record's checksum or length is wrong although more bytes follow. */
  | 'damaged';

/** Whole, valid records as they lie in the segment. */
export type SegmentBytes = Pick<SegmentRead, 'nextOffset' | 'end'> & { readonly bytes: Buffer };

export type SegmentRead = {
  readonly events: readonly DeliveryEvent[];
  readonly screens: readonly ScreenRecord[];
  /** Where the next read goes on. */
  readonly nextOffset: number;
  readonly end: SegmentEnd;
  /** Whole records of no kind that this program knows; passed over. */
  readonly unknownRecords: number;
};

export type SegmentReader = {
  /** Names this segment for ever; null while the file has no whole header. */
  readonly segmentId: string | null;
  /** Reads whole, valid records from the offset (0: the first record) up to some `maxBytes`. */
  read(options: { readonly fromOffset: number; readonly maxBytes: number }): Promise<SegmentRead>;
  /** The same records as bytes, unread. */
  readBytes(options: { readonly fromOffset: number; readonly maxBytes: number }): Promise<SegmentBytes>;
  close(): Promise<void>;
};

export async function openSegmentReader(path: string): Promise<SegmentReader> {
  const file = await open(path, 'r');
  try {
    const header = await readBytes(file, { from: 0, length: segmentHeaderBytes });
    return {
      segmentId: segmentIdFromHeader(header),
      read: async (options) => {
        const { bytes, nextOffset, end } = await readRecords(file, options);
        return { ...decodeRecords(bytes), nextOffset, end };
      },
      readBytes: (options) => readRecords(file, options),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readRecords(
  file: FileHandle,
  options: { readonly fromOffset: number; readonly maxBytes: number },
): Promise<SegmentBytes> {
  const from = Math.max(options.fromOffset, segmentHeaderBytes);
  const bytes = await readBytes(file, { from, length: options.maxBytes });
  const wasCut = bytes.length === options.maxBytes;
  let offset = 0;
  while (offset < bytes.length) {
    const record = findRecord(bytes, offset);
    if (record.kind === 'incomplete') break;
    if (record.kind === 'damaged') {
      const end = isTornEnd(bytes, offset) && !wasCut ? 'incomplete' : 'damaged';
      return { bytes: bytes.subarray(0, offset), nextOffset: from + offset, end };
    }
    offset += record.bytes;
  }
  const end = wasCut ? 'more' : offset < bytes.length ? 'incomplete' : 'end';
  return { bytes: bytes.subarray(0, offset), nextOffset: from + offset, end };
}

/** What whole, valid records say. */
export function decodeRecords(bytes: Buffer): Pick<SegmentRead, 'events' | 'screens' | 'unknownRecords'> {
  const events: DeliveryEvent[] = [];
  const screens: ScreenRecord[] = [];
  let unknownRecords = 0;
  for (let offset = 0; offset < bytes.length; ) {
    const record = decodeRecord(bytes, offset);
    if (record.kind === 'incomplete' || record.kind === 'damaged') break;
    if (record.kind === 'event') events.push(record.event);
    else if (record.kind === 'screen') screens.push(record.said);
    else unknownRecords += 1;
    offset += record.bytes;
  }
  return { events, screens, unknownRecords };
}

/**
 * True when the wrong record is the last thing in the file: after a power cut the end of a file may have its length
 * but not its content, and then reads as zeros or ends exactly with the wrong record.
 */
function isTornEnd(bytes: Buffer, offset: number): boolean {
  const rest = bytes.subarray(offset);
  if (rest.every((byte) => byte === 0)) return true;
  return rest.length >= recordHeaderBytes && rest.readUInt32LE(0) + recordHeaderBytes === rest.length;
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
