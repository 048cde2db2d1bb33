import type { Logger } from 'pino';
import { archiveSegment, keepDamagedSegment } from './archive-segments.ts';
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
  if (read?.end === 'damaged') {
    log.error(
      { segment: segment.path, offset: read.nextOffset },
      'A journal segment holds a damaged record; what follows it is not counted and is kept in the folder "damaged"',
    );
    await keepDamagedSegment(journalFolder, segment, segmentId);
    return;
  }
  if (read?.end === 'incomplete') {
    log.warn(
      { segment: segment.path, offset: read.nextOffset },
      'The last record of a journal segment is torn; it was never acknowledged',
    );
  }
  await archiveSegment(journalFolder, segment, segmentId);
}
