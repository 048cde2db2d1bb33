import type { DeliveryEvent } from '../delivery-event.ts';
import { decodeRecord, segmentHeaderBytes } from '../journal-format.ts';

/** As many as the roll-up has in a transaction. */
const eventsPerPiece = 4_000;

/**
 * The events of whole records of a segment from one offset to another, in pieces; null instead: it does not hold whole records
 * up to there. Records of a kind that this program does not know are passed over, as the roll-up did.
 * @param range.to null: as far as there are whole records
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
      break;
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
