import type { DeliveryEvent } from '../delivery-event.ts';
import { decodeRecord, isDeliveryEvent, recordHeaderBytes } from '../journal-format.ts';
import { isScreenRecord, type ScreenRecord } from '../screen-record.ts';
import { parsePlainEvent } from './parse-plain-event.ts';

export type DecodedRecords = {
  readonly events: readonly DeliveryEvent[];
  readonly screens: readonly ScreenRecord[];
  /** Number of skipped records of unknown kinds. */
  readonly unknownRecords: number;
};

/** Records that are parsed at once. */
const pieceRecords = 1_000;
const comma = Buffer.from(',');

/**
 * Decodes complete, valid records, whose checksums were verified (`findRecord`). Events may be in another order than
 * their records.
 */
export function decodeRecords(bytes: Buffer): DecodedRecords {
  const decoded = { events: [] as DeliveryEvent[], screens: [] as ScreenRecord[], unknownRecords: 0 };
  let others: number[] = [];
  const decodeOthers = () => {
    for (const value of valuesAt(bytes, others)) {
      if (isDeliveryEvent(value)) decoded.events.push(value);
      else if (isScreenRecord(value)) decoded.screens.push(value);
      else decoded.unknownRecords += 1;
    }
    others = [];
  };
  for (let offset = 0; offset < bytes.length; ) {
    const end = endOf(bytes, offset);
    if (end > bytes.length) {
      // Not a complete record, so the rest is not readable.
      decoded.unknownRecords += 1;
      break;
    }
    const event = parsePlainEvent(bytes, offset + recordHeaderBytes, end);
    if (event === null) others.push(offset);
    else decoded.events.push(event);
    if (others.length === pieceRecords) decodeOthers();
    offset = end;
  }
  decodeOthers();
  return decoded;
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
  return record.kind === 'screen' ? record.said : null;
}
