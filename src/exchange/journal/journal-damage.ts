import {
  findRecord,
  maxPayloadBytes,
  recordHeaderBytes,
  segmentHeaderBytes,
  segmentIdFromHeader,
} from './journal-format.ts';

/**
 * Bytes of a segment without a readable record, followed by readable records or by the end of the file; `to` is
 * exclusive.
 */
export type DamagedRange = { readonly from: number; readonly to: number };

/** The two high bytes of every valid length. */
const highBytesOfLength = Buffer.from([0, 0]);
const [openingBrace, closingBrace] = Buffer.from('{}');

/**
 * Returns the offset of the next valid record at or after `from`; null: none. Lengths inside the damage are not
 * followed. JSON escapes control characters, so the two zero bytes of a length never occur inside an intact payload,
 * and a sender cannot insert a record into an event. Elsewhere a false match would need a valid length, a JSON object
 * of exactly that length, and its CRC-32.
 */
export function findNextRecord(bytes: Buffer, from: number): number | null {
  for (let at = bytes.indexOf(highBytesOfLength, from + 2); at !== -1; at = bytes.indexOf(highBytesOfLength, at + 1)) {
    const start = at - 2;
    const last = bytes[start + recordHeaderBytes + bytes.readUInt16LE(start) - 1];
    if (bytes[start + recordHeaderBytes] !== openingBrace || last !== closingBrace) continue;
    const record = findRecord(bytes, start);
    if (record.kind === 'whole' && isJsonObject(record.payload)) return start;
  }
  return null;
}

/**
 * Reports whether the rest of a file without a valid record is the result of a crash: a truncated record, or the length
 * of the file without the content, which reads as zeros. A complete but invalid record is damage.
 */
export function isTorn(rest: Buffer): boolean {
  const written = rest.subarray(0, rest.findLastIndex((byte) => byte !== 0) + 1);
  if (written.length === 0 || rest.length < recordHeaderBytes) return true;
  const length = rest.readUInt32LE(0);
  if (length === 0 || length > maxPayloadBytes) return false;
  return written.length < recordHeaderBytes + length && !isJsonObject(written.subarray(recordHeaderBytes));
}

/** Returns all damaged ranges of a whole segment that is no longer appended to. */
export function damagedRanges(segment: Buffer): readonly DamagedRange[] {
  const ranges: DamagedRange[] = [];
  const headerIsDamaged = segmentIdFromHeader(segment) === null && findNextRecord(segment, 0) !== null;
  let from = headerIsDamaged ? 0 : segmentHeaderBytes;
  let offset = segmentHeaderBytes;
  while (offset < segment.length) {
    const record = findRecord(segment, offset);
    if (record.kind !== 'whole') {
      const next = findNextRecord(segment, offset + 1);
      if (next === null && isTorn(segment.subarray(offset))) break;
      ranges.push({ from: Math.min(from, offset), to: next ?? segment.length });
      offset = next ?? segment.length;
    } else {
      if (from < segmentHeaderBytes) ranges.push({ from, to: offset });
      offset += record.bytes;
    }
    from = offset;
  }
  return ranges;
}

function isJsonObject(payload: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(payload.toString('utf8'));
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}
