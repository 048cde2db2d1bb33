import type { Logger } from 'pino';
import { archiveSegment } from './archive-segments.ts';
import { noteAllDamage } from './damage-notes.ts';
import type { SegmentEnd } from './journal-reader.ts';
import type { JournalSegment } from './journal-segments.ts';

/** Moves a segment that was read to its end to another folder, and records its faults. */
export async function putSegmentAside(options: {
  readonly journalFolder: string;
  readonly segment: JournalSegment;
  /** null: it has no complete header. */
  readonly segmentId: string | null;
  /** null: it is completely unreadable. */
  readonly read: { readonly end: SegmentEnd | 'busy'; readonly nextOffset: number } | null;
  readonly log: Logger;
}): Promise<void> {
  const { journalFolder, segment, read, log } = options;
  const segmentId = options.segmentId ?? 'without-header';
  // Scans the whole segment again, for damage that occurred after counting, and damage that the roll-up did not record
  // before it ended.
  if (options.segmentId !== null) await noteAllDamage({ journalFolder, segment, segmentId, log });
  if (read?.end === 'incomplete') {
    log.warn(
      { segment: segment.path, offset: read.nextOffset },
      'Last record of a journal segment is truncated; it was never acknowledged',
    );
  }
  await archiveSegment(journalFolder, segment, segmentId);
}
