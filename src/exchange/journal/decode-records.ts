import type { DeliveryEvent } from './delivery-event.ts';
import { decodeRecord, isDeliveryEvent, recordHeaderBytes } from './journal-format.ts';
import { isScreenRecord, type ScreenRecord } from './screen-record.ts';

export type DecodedRecords = {
  readonly events: readonly DeliveryEvent[];
  readonly screens: readonly ScreenRecord[];
  /** Number of skipped records of unknown kinds. */
  readonly unknownRecords: number;
};

/** Bytes that are parsed at once: about a thousand records. */
const pieceBytes = 256 * 1024;
const [comma, space] = [0x2c, 0x20];

/** Decodes complete, valid records, whose checksums were verified (`findRecord`). */
export function decodeRecords(bytes: Buffer): DecodedRecords {
  const decoded = { events: [] as DeliveryEvent[], screens: [] as ScreenRecord[], unknownRecords: 0 };
  for (let from = 0; from < bytes.length; ) {
    const { to, values } = parsePiece(bytes, from);
    // Without a complete record, so the rest is not readable.
    if (values.length === 0) return { ...decoded, unknownRecords: decoded.unknownRecords + 1 };
    for (const value of values) {
      if (isDeliveryEvent(value)) decoded.events.push(value);
      else if (isScreenRecord(value)) decoded.screens.push(value);
      else decoded.unknownRecords += 1;
    }
    from = to;
  }
  return decoded;
}

/**
 * Parses the payloads of consecutive records as one JSON array, which is several times faster than parsing each: in a
 * copy, each header is replaced by a comma and spaces.
 */
function parsePiece(bytes: Buffer, from: number): { readonly to: number; readonly values: readonly unknown[] } {
  const starts: number[] = [];
  let to = from;
  while (to + recordHeaderBytes <= bytes.length && to - from < pieceBytes) {
    const end = to + recordHeaderBytes + bytes.readUInt32LE(to);
    if (end > bytes.length) break;
    starts.push(to);
    to = end;
  }
  const text = Buffer.from(bytes.subarray(from, to));
  for (const start of starts) text.fill(space, start - from, start - from + recordHeaderBytes);
  for (const start of starts.slice(1)) text[start - from] = comma;
  const values = parseArray(text);
  // A payload is not JSON if it was written by another program version.
  return { to, values: values?.length === starts.length ? values : starts.map((start) => valueAt(bytes, start)) };
}

function parseArray(text: Buffer): readonly unknown[] | null {
  try {
    return JSON.parse(`[${text.toString('utf8')}]`) as readonly unknown[];
  } catch {
    return null;
  }
}

function valueAt(bytes: Buffer, offset: number): unknown {
  const record = decodeRecord(bytes, offset);
  if (record.kind === 'event') return record.event;
  return record.kind === 'screen' ? record.said : null;
}
