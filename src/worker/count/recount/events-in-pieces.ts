import type { DeliveryEvent } from '../../../exchange/journal/delivery-event.ts';
import { findNextRecord } from '../../../exchange/journal/journal-damage.ts';
import { decodeRecord, segmentHeaderBytes } from '../../../exchange/journal/journal-format.ts';

/** As many as the roll-up has in a transaction. */
const eventsPerPiece = 4_000;

/**
 * The events of whole records of a segment from one offset to another, in pieces; null instead: it does not hold whole records
 * up to there. Records of a kind that this program does not know are skipped, as the roll-up did.
 * @param range.to null: to the end, without what is damaged
 */
export function eventsInPieces(
  segment: Buffer,
  { from, to }: { readonly from: number; readonly to: number | null },
): readonly (readonly DeliveryEvent[])[] | null {
  const pieces: DeliveryEvent[][] = [];
  let piece: DeliveryEvent[] = [];
  let offset = Math.max(from, segmentHeaderBytes);
  while (offset < (to ?? segment.length)) {
    const record = decodeRecord(segment, offset);
    if (record.kind === 'incomplete' || record.kind === 'damaged') {
      if (to !== null) return null;
      const next = findNextRecord(segment, offset + 1);
      if (next === null) break;
      offset = next;
      continue;
    }
    offset += record.bytes;
    if (record.kind === 'event') piece.push(record.event);
    if (piece.length < eventsPerPiece) continue;
    pieces.push(piece);
    piece = [];
  }
  if (piece.length > 0) pieces.push(piece);
  return pieces;
}
