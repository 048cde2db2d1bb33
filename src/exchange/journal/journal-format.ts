import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { billableKinds } from '../../core/pricing/billable-events.ts';
import { eventKinds } from '../../core/words/ad-events.ts';
import { eventWindows } from '../../core/words/event-windows.ts';
import { filterReasons } from '../../core/words/reasons.ts';
import type { DeliveryEvent, JournalRecord } from './delivery-event.ts';
import { isScreenRecord, type ScreenRecord } from './screen-record.ts';

/**
 * How a journal segment lies on disk: a header, then records one after the other.
 *
 *     header: 8 bytes 'PLCRD-J1', 16 random bytes that name this segment for ever
 *     record: length of the payload (u32, little endian), CRC-32 of the payload (u32, little endian), payload
 *
 * The name inside the header, not the path, is what the roll-up remembers its position by: a data folder that was
 * lost and made anew starts again at segment 1, and its events must not be taken for the old ones.
 */
const magic = Buffer.from('PLCRD-J1', 'latin1');
export const segmentHeaderBytes = 24;
export const recordHeaderBytes = 8;
/** An event takes some 300 bytes; a length beyond this is no length but damage. */
export const maxPayloadBytes = 4_096;

export function createSegmentHeader(): Buffer {
  return Buffer.concat([magic, randomBytes(segmentHeaderBytes - magic.length)]);
}

/** The segment's own name, or null when these bytes are not (yet) a whole header. */
export function segmentIdFromHeader(header: Buffer): string | null {
  if (header.length < segmentHeaderBytes || !header.subarray(0, magic.length).equals(magic)) return null;
  return header.subarray(magic.length, segmentHeaderBytes).toString('hex');
}

export function encodeRecord(said: JournalRecord): Buffer {
  const payload = Buffer.from(JSON.stringify(said), 'utf8');
  if (payload.length > maxPayloadBytes) throw new RangeError(`A record of ${payload.length} bytes is beyond the limit`);
  const record = Buffer.allocUnsafe(recordHeaderBytes + payload.length);
  record.writeUInt32LE(payload.length, 0);
  record.writeUInt32LE(crc32(payload), 4);
  payload.copy(record, recordHeaderBytes);
  return record;
}

export type DecodedRecord =
  | { readonly kind: 'event'; readonly event: DeliveryEvent; readonly bytes: number }
  | { readonly kind: 'screen'; readonly said: ScreenRecord; readonly bytes: number }
  /** Whole and undamaged, but nothing that this program knows, such as one of a newer program. */
  | { readonly kind: 'unknown'; readonly bytes: number }
  /** The bytes end inside the record. */
  | { readonly kind: 'incomplete' }
  /** The checksum does not match, or the length is none. */
  | { readonly kind: 'damaged' };

export type FoundRecord =
  | { readonly kind: 'whole'; readonly payload: Buffer; readonly bytes: number }
  | Exclude<DecodedRecord, { readonly bytes: number }>;

/** Finds the record at the offset and looks whether it is whole, not what it says. */
export function findRecord(bytes: Buffer, offset: number): FoundRecord {
  if (bytes.length - offset < recordHeaderBytes) return { kind: 'incomplete' };
  const length = bytes.readUInt32LE(offset);
  if (length === 0 || length > maxPayloadBytes) return { kind: 'damaged' };
  const start = offset + recordHeaderBytes;
  if (bytes.length - start < length) return { kind: 'incomplete' };
  const payload = bytes.subarray(start, start + length);
  if (crc32(payload) !== bytes.readUInt32LE(offset + 4)) return { kind: 'damaged' };
  return { kind: 'whole', payload, bytes: recordHeaderBytes + length };
}

/** Reads the record at the offset. */
export function decodeRecord(bytes: Buffer, offset: number): DecodedRecord {
  const found = findRecord(bytes, offset);
  if (found.kind !== 'whole') return found;
  const { bytes: length } = found;
  const value = saidIn(found.payload);
  if (isDeliveryEvent(value)) return { kind: 'event', event: value, bytes: length };
  return isScreenRecord(value) ? { kind: 'screen', said: value, bytes: length } : { kind: 'unknown', bytes: length };
}

function saidIn(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    // The checksum was right, so these bytes were written like this: a record of another program version.
    return null;
  }
}

function isDeliveryEvent(value: unknown): value is DeliveryEvent {
  if (typeof value !== 'object' || value === null) return false;
  const event = value as Readonly<Record<string, unknown>>;
  const numbers = [event.atMs, event.decidedAtMs, event.adId, event.bookingId, event.creativeId, event.positionId];
  return (
    typeof event.eventId === 'string' &&
    isNamed(event) &&
    (event.shopperKey === undefined || typeof event.shopperKey === 'string') &&
    (event.window === undefined || (eventWindows as readonly unknown[]).includes(event.window)) &&
    (event.filtered === null || (filterReasons as readonly unknown[]).includes(event.filtered)) &&
    numbers.every((number) => Number.isSafeInteger(number) && (number as number) > 0)
  );
}

/** A billable kind by itself, any other with its name. */
function isNamed({ kind, name }: Readonly<Record<string, unknown>>): boolean {
  if ((billableKinds as readonly unknown[]).includes(kind)) return name === undefined;
  return (eventKinds as readonly unknown[]).includes(kind) && typeof name === 'string' && name !== '';
}
