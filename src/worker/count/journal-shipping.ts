import { stat } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { isAtRest } from '../../exchange/journal/archive-segments.ts';
import { noteDamage } from '../../exchange/journal/damage-notes.ts';
import { openSegmentReader } from '../../exchange/journal/journal-reader.ts';
import { type JournalSegment, listSegments } from '../../exchange/journal/journal-segments.ts';
import { createTimeZoneSource } from '../../exchange/journal/position-time-zones.ts';
import { putSegmentAside } from '../../exchange/journal/put-segment-aside.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { SequenceReader } from '../../platform/keys/decision-ids.ts';
import { type RolledUp, rollUpSegment } from './roll-up.ts';

export type JournalShipping = {
  /**
   * Rolls up every complete record that has arrived at the time of the call. Returns the time (epoch ms) up to which
   * the data is complete.
   */
  shipAll(signal: AbortSignal): Promise<number>;
};

/** State of a segment that was read to its end, so that an idle one costs one `stat`. */
type Seen = { readonly bytes: number; readonly last: RolledUp | null };

/** Journal transport of a single host: the roll-up reads the journals in position. */
export function createJournalShipping(options: {
  readonly database: Kysely<Database>;
  readonly journalFolder: string;
  readonly sequences: SequenceReader;
  readonly log: Logger;
}): JournalShipping {
  const timeZones = createTimeZoneSource();
  const seen = new Map<string, Seen>();

  /** Returns false if another roll-up has a batch of the segment and `wait` is false. */
  async function ship(segment: JournalSegment, wait: boolean, signal: AbortSignal): Promise<boolean> {
    const { size } = await stat(segment.path);
    let last = seen.get(segment.path)?.last ?? null;
    if (seen.get(segment.path)?.bytes !== size) {
      do {
        last = await rollUpSegment({ ...options, path: segment.path, timeZones, wait });
        if (last?.end === 'busy') return false;
        if (last !== null && last.unknownRecords > 0) {
          options.log.error(
            { segment: segment.path, records: last.unknownRecords },
            'Skipped journal records of an unknown kind',
          );
        }
        if (last !== null && last.damaged !== null) {
          const segmentId = await readSegmentId(segment.path);
          if (segmentId !== null) await noteDamage({ ...options, segment, segmentId, range: last.damaged });
        }
      } while (last?.end === 'more' && !signal.aborted);
      if (signal.aborted) return true;
      seen.set(segment.path, { bytes: size, last });
    }
    if (!(await isAtRest(segment))) return true;
    await putSegmentAside({ ...options, segment, segmentId: await readSegmentId(segment.path), read: last });
    seen.delete(segment.path);
    return true;
  }

  /** Returns the segments of which another roll-up had a batch. */
  async function shipEach(
    segments: readonly JournalSegment[],
    wait: boolean,
    signal: AbortSignal,
  ): Promise<readonly JournalSegment[]> {
    const busy: JournalSegment[] = [];
    for (const segment of segments) {
      if (signal.aborted) return busy;
      const isDone = await ship(segment, wait, signal).catch((error: NodeJS.ErrnoException) => {
        // Another roll-up has moved it since it was listed.
        if (error.code !== 'ENOENT') throw error;
        seen.delete(segment.path);
        return true;
      });
      if (!isDone) busy.push(segment);
    }
    return busy;
  }

  return {
    async shipAll(signal) {
      const startedAtMs = Date.now();
      // Other roll-ups keep their segments until the end, so that all work at the same time.
      const busy = await shipEach(await listSegments(options.journalFolder), false, signal);
      await shipEach(busy, true, signal);
      return signal.aborted ? 0 : startedAtMs;
    },
  };
}

async function readSegmentId(path: string): Promise<string | null> {
  const reader = await openSegmentReader(path);
  await reader.close();
  return reader.segmentId;
}
