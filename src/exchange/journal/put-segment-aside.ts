import type { Logger } from 'pino';
import { archiveSegment } from './archive-segments.ts';
import { noteAllDamage } from './damage-notes.ts';
import type { SegmentEnd } from './journal-reader.ts';
import type { JournalSegment } from './journal-segments.ts';

/** Moves a segment that is read to its end out of the way, and says what was wrong with it. */
export async function putSegmentAside(options: {
  readonly journalFolder: string;
  readonly segment: JournalSegment;
  /** null: it has no whole header. */
  readonly segmentId: string | null;
  /** null: nothing of it could be read. */
  readonly read: { readonly end: SegmentEnd; readonly nextOffset: number } | null;
  readonly log: Logger;
}): Promise<void> {
  const { journalFolder, segment, read, log } = options;
  const segmentId = options.segmentId ?? 'without-header';
  // The whole of it once more: what was damaged after it was counted, and what the roll-up ended before it could note it.
  if (options.segmentId !== null) await noteAllDamage({ journalFolder, segment, segmentId, log });
  if (read?.end === 'incomplete') {
    log.warn(
      { segment: segment.path, offset: read.nextOffset },
      'The last record of a journal segment is torn; it was never acknowledged',
    );
  }
  await archiveSegment(journalFolder, segment, segmentId);
}
