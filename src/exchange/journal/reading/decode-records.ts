import { type ConversionRecord, isConversionRecord } from '../conversion-record.ts';
import type { DeliveryEvent } from '../delivery-event.ts';
import { type ExposureRecord, isExposureRecord } from '../exposure-record.ts';
import { decodeRecord, isDeliveryEvent, recordHeaderBytes } from '../journal-format.ts';
import { isScreenRecord, type ScreenRecord } from '../screen-record.ts';
import { ByteCursor } from './byte-cursor.ts';
import { parseEvent } from './parse-event.ts';

export type DecodedRecords = {
  readonly events: readonly DeliveryEvent[];
  readonly screens: readonly ScreenRecord[];
  readonly conversions: readonly ConversionRecord[];
  readonly exposures: readonly ExposureRecord[];
  /** Number of skipped records of unknown kinds. */
  readonly unknownRecords: number;
};

/** Records that are parsed at once. */
const pieceRecords = 1_000;
const comma = Buffer.from(',');

/**
 * Decodes complete, valid records, whose checksums were verified (`findRecord`). Records of each kind are in their
 * order.
 */
export function decodeRecords(bytes: Buffer): DecodedRecords {
  const values: unknown[] = [];
  const offsetsOfOthers: number[] = [];
  const indexesOfOthers: number[] = [];
  const cursor = new ByteCursor(bytes);
  let offset = 0;
  for (let end = endOf(bytes, offset); end <= bytes.length; end = endOf(bytes, offset)) {
    cursor.moveTo(offset + recordHeaderBytes, end);
    const event = parseEvent(cursor);
    if (event === null) {
      offsetsOfOthers.push(offset);
      indexesOfOthers.push(values.length);
    }
    values.push(event);
    offset = end;
  }
  // The rest is not a complete record, so it is not readable.
  const incomplete = offset < bytes.length ? 1 : 0;
  if (offsetsOfOthers.length === 0) {
    return {
      events: values as DeliveryEvent[],
      screens: [],
      conversions: [],
      exposures: [],
      unknownRecords: incomplete,
    };
  }
  for (let from = 0; from < offsetsOfOthers.length; from += pieceRecords) {
    const piece = valuesAt(bytes, offsetsOfOthers.slice(from, from + pieceRecords));
    for (const [index, value] of piece.entries()) values[indexesOfOthers[from + index] as number] = value;
  }
  const events = values.filter(isDeliveryEvent);
  const screens = values.filter(isScreenRecord);
  const conversions = values.filter(isConversionRecord);
  const exposures = values.filter(isExposureRecord);
  const known = events.length + screens.length + conversions.length + exposures.length;
  return { events, screens, conversions, exposures, unknownRecords: incomplete + values.length - known };
}

function endOf(bytes: Buffer, offset: number): number {
  if (offset + recordHeaderBytes > bytes.length) return Number.POSITIVE_INFINITY;
  return offset + recordHeaderBytes + bytes.readUInt32LE(offset);
}

/** Parses the payloads of records as one JSON array, which is several times faster than parsing each. */
function valuesAt(bytes: Buffer, offsets: readonly number[]): readonly unknown[] {
  if (offsets.length === 0) return [];
  const parts = offsets.flatMap((offset) => [comma, bytes.subarray(offset + recordHeaderBytes, endOf(bytes, offset))]);
  const values = parseArray(Buffer.concat(parts.slice(1)).toString('utf8'));
  // A payload is not JSON if it was written by another program version.
  return values?.length === offsets.length ? values : offsets.map((offset) => valueAt(bytes, offset));
}

function parseArray(items: string): readonly unknown[] | null {
  try {
    return JSON.parse(`[${items}]`) as readonly unknown[];
  } catch {
    return null;
  }
}

function valueAt(bytes: Buffer, offset: number): unknown {
  const record = decodeRecord(bytes, offset);
  if (record.kind === 'event') return record.event;
  return 'said' in record ? record.said : null;
}
