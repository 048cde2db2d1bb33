import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { billableKinds } from '../../core/pricing/billable-events.ts';
import { eventKinds } from '../../core/vocabulary/ad-events.ts';
import { eventWindows } from '../../core/vocabulary/event-windows.ts';
import { filterReasons } from '../../core/vocabulary/reasons.ts';
import { type ConversionRecord, isConversionRecord } from './conversion-record.ts';
import type { DeliveryEvent, JournalRecord } from './delivery-event.ts';
import { type ExposureRecord, isExposureRecord } from './exposure-record.ts';
import { isScreenRecord, type ScreenRecord } from './screen-record.ts';
import { crc32Of } from './writing/crc32.ts';
import { writeEvent } from './writing/write-event.ts';

/**
 * Format of a journal segment: a header, then consecutive records.
 *
 *   header: 8 bytes 'PLCRD-J1', 16 random bytes that permanently identify this segment
 *   record: length of the payload (u32, little endian), CRC-32 of the payload (u32, little endian), payload
 *
 * The roll-up stores its position by the ID in the header instead of the path: a data folder that was lost and
 * recreated starts again at segment 1, and its events must not be mistaken for the old ones.
 */
const magic = Buffer.from('PLCRD-J1', 'latin1');
export const segmentHeaderBytes = 24;
export const recordHeaderBytes = 8;
/** An event takes about 300 bytes. A greater length indicates damage. */
export const maxPayloadBytes = 4_096;

export function createSegmentHeader(): Buffer {
  return Buffer.concat([magic, randomBytes(segmentHeaderBytes - magic.length)]);
}

/** Returns the ID of the segment; null: the bytes are not (yet) a complete header. */
export function segmentIdFromHeader(header: Buffer): string | null {
  if (header.length < segmentHeaderBytes || !header.subarray(0, magic.length).equals(magic)) return null;
  return header.subarray(magic.length, segmentHeaderBytes).toString('hex');
}

export function encodeRecord(said: JournalRecord): Buffer {
  const bytes = Buffer.alloc(recordHeaderBytes + maxPayloadBytes);
  return bytes.subarray(0, writeRecord(bytes, 0, said));
}

/**
 * Writes a record at an offset and returns the offset after it. Throws a `RangeError` if the record is too long.
 * @param bytes has space for the longest record
 */
export function writeRecord(bytes: Buffer, offset: number, said: JournalRecord): number {
  const start = offset + recordHeaderBytes;
  const plainEnd = 'record' in said ? -1 : writeEvent(bytes, start, said);
  const end = plainEnd === -1 ? writeAnyJson(bytes, start, said) : plainEnd;
  const length = end - start;
  if (length > maxPayloadBytes) throw new RangeError(`Record of ${length} bytes exceeds the limit`);
  bytes.writeUInt32LE(length, offset);
  bytes.writeUInt32LE(crc32Of(bytes, start, end), offset + 4);
  return end;
}

/** Returns the offset after the JSON, also if it is longer than the space for it. */
function writeAnyJson(bytes: Buffer, start: number, said: JournalRecord): number {
  const text = JSON.stringify(said);
  const length = Buffer.byteLength(text);
  if (length <= maxPayloadBytes) bytes.write(text, start, length, 'utf8');
  return start + length;
}

export type DecodedRecord =
  | { readonly kind: 'event'; readonly event: DeliveryEvent; readonly bytes: number }
  | { readonly kind: 'screen'; readonly said: ScreenRecord; readonly bytes: number }
  | { readonly kind: 'conversion'; readonly said: ConversionRecord; readonly bytes: number }
  | { readonly kind: 'exposure'; readonly said: ExposureRecord; readonly bytes: number }
  /** Complete and undamaged, but of an unknown kind, for example of a newer program. */
  | { readonly kind: 'unknown'; readonly bytes: number }
  /** The bytes end inside the record. */
  | { readonly kind: 'incomplete' }
  /** The checksum does not match, or the length is invalid. */
  | { readonly kind: 'damaged' };

export type FoundRecord =
  | { readonly kind: 'whole'; readonly payload: Buffer; readonly bytes: number }
  | Exclude<DecodedRecord, { readonly bytes: number }>;

/** Finds the record at an offset and checks that it is complete, without decoding it. */
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

/** Decodes the record at an offset. */
export function decodeRecord(bytes: Buffer, offset: number): DecodedRecord {
  const found = findRecord(bytes, offset);
  if (found.kind !== 'whole') return found;
  const { bytes: length } = found;
  const value = saidIn(found.payload);
  if (isDeliveryEvent(value)) return { kind: 'event', event: value, bytes: length };
  if (isExposureRecord(value)) return { kind: 'exposure', said: value, bytes: length };
  if (isConversionRecord(value)) return { kind: 'conversion', said: value, bytes: length };
  return isScreenRecord(value) ? { kind: 'screen', said: value, bytes: length } : { kind: 'unknown', bytes: length };
}

function saidIn(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    // The checksum is correct, so the record was written by another program version.
    return null;
  }
}

export function isDeliveryEvent(value: unknown): value is DeliveryEvent {
  if (typeof value !== 'object' || value === null) return false;
  const event = value as Readonly<Record<string, unknown>>;
  return (
    typeof event.eventId === 'string' &&
    isNamed(event) &&
    (event.shopperKey === undefined || typeof event.shopperKey === 'string') &&
    (event.window === undefined || (eventWindows as readonly unknown[]).includes(event.window)) &&
    (event.filtered === null || (filterReasons as readonly unknown[]).includes(event.filtered)) &&
    isPositive(event.atMs) &&
    isPositive(event.decidedAtMs) &&
    isPositive(event.adId) &&
    isPositive(event.bookingId) &&
    isPositive(event.creativeId) &&
    isPositive(event.positionId)
  );
}

function isPositive(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** Billable kinds have no name, others require one. */
function isNamed({ kind, name }: Readonly<Record<string, unknown>>): boolean {
  if ((billableKinds as readonly unknown[]).includes(kind)) return name === undefined;
  return (eventKinds as readonly unknown[]).includes(kind) && typeof name === 'string' && name !== '';
}
