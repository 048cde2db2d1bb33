import { decodeRecord } from '../../../exchange/journal/journal-format.ts';
import type { SegmentReader } from '../../../exchange/journal/journal-reader.ts';
import { localDayOf } from '../../../exchange/journal/local-day.ts';
import type { PositionZones } from '../position-zones.ts';
import type { SegmentRange } from './event-export-state.ts';

/** Bytes per read of a segment. */
const pieceBytes = 1024 * 1024;

export type EventRows = {
  /** Lines of JSON with the fields `eventSet.rowColumns`, each with its line feed. */
  readonly lines: readonly string[];
  /** Offset up to which the segment was read. */
  readonly to: number;
  /** All available records were read. */
  readonly isAtEnd: boolean;
};

/**
 * Reads the events of a range of a segment. Records of screens and of unknown kinds are skipped, as in the roll-up.
 * Ends before an event of a position that is not known yet.
 * @param range.to null: about `maxBytes`, to the end at most
 */
export async function readEventRows(
  reader: SegmentReader,
  range: Pick<SegmentRange, 'from' | 'segmentId'> & { readonly to: number | null; readonly maxBytes: number },
  zones: PositionZones,
): Promise<EventRows> {
  const lines: string[] = [];
  const limit = range.to ?? range.from + range.maxBytes;
  let at = range.from;
  while (at < limit) {
    const { bytes, nextOffset, end } = await reader.readBytes({ fromOffset: at, maxBytes: pieceBytes });
    const start = nextOffset - bytes.length;
    for (let offset = 0; offset < bytes.length && start + offset < limit; ) {
      const record = decodeRecord(bytes, offset);
      if (record.kind === 'incomplete' || record.kind === 'damaged') break;
      if (record.kind === 'event') {
        const { event } = record;
        const zone = zones.of(event.positionId) ?? (zones.readAtMs > event.decidedAtMs ? 'UTC' : null);
        if (zone === null && range.to === null) return { lines, to: start + offset, isAtEnd: false };
        const localDay = localDayOf(event.atMs, zone ?? 'UTC');
        lines.push(`${JSON.stringify({ ...event, localDay, segment: range.segmentId, offset: start + offset })}\n`);
      }
      offset += record.bytes;
      at = start + offset;
    }
    at = Math.max(at, Math.min(nextOffset, limit));
    if (end !== 'more') return { lines, to: at, isAtEnd: at >= nextOffset };
  }
  return { lines, to: at, isAtEnd: false };
}
