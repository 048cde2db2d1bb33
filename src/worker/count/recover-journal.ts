import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { confirmDamage, type DamageNote, listDamage } from '../../exchange/journal/damage-notes.ts';
import { type DamagedRange, damagedRanges } from '../../exchange/journal/journal-damage.ts';
import { openSegmentReader } from '../../exchange/journal/journal-reader.ts';
import { damagedFolderName } from '../../exchange/journal/journal-segments.ts';
import { createTimeZoneSource } from '../../exchange/journal/position-time-zones.ts';
import { decodeRecords } from '../../exchange/journal/reading/decode-records.ts';
import { shareRollUps } from '../../exchange/journal/roll-up-state.ts';
import { storeActionConversions } from '../../management/resources/conversion/store-action-conversions.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { SequenceReader } from '../../platform/keys/decision-ids.ts';
import { countEvents } from './count-events.ts';
import { retryDeadlocks } from './retry-deadlocks.ts';
import { type RollUpContext, readPosition, rollUpSegment } from './roll-up.ts';
import { storeExposures } from './store-exposures.ts';
import { storeScreenRecords } from './store-screen-records.ts';

export type RecoveredSegment = {
  readonly path: string;
  /** Number of events added to the reports. */
  readonly counted: number;
  /** Ranges that remain unreadable. */
  readonly lost: readonly DamagedRange[];
};

/**
 * Counts every readable event of the damaged segments of this host that is not in the sums, and confirms the damage, so
 * that it no longer degrades the health. An intact copy in position of a damaged segment restores lost events. Idempotent:
 * each event counts once.
 */
export async function recoverJournal(options: {
  readonly database: Kysely<Database>;
  readonly journalFolder: string;
  readonly sequences: SequenceReader;
}): Promise<readonly RecoveredSegment[]> {
  const { journalFolder } = options;
  const timeZones = createTimeZoneSource();
  const notes = await listDamage(journalFolder);
  const folder = join(journalFolder, damagedFolderName);
  const names = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const recovered: RecoveredSegment[] = [];
  for (const name of names.filter((file) => file.endsWith('.journal')).sort()) {
    const path = join(folder, name);
    const own = notes.filter(({ segmentPath }) => segmentPath === path);
    const segment = await recoverSegment({ ...options, timeZones, path, notes: own });
    if (segment !== null) recovered.push(segment);
  }
  return recovered;
}

/** null: nothing to do. */
async function recoverSegment(
  options: RollUpContext & { readonly path: string; readonly notes: readonly DamageNote[] },
): Promise<RecoveredSegment | null> {
  const { database, path, notes } = options;
  const reader = await openSegmentReader(path);
  await reader.close();
  if (reader.segmentId === null) return null;
  const rolledUpTo = await readPosition(database, reader.segmentId);
  let counted = 0;
  for (let end = 'more'; end === 'more'; ) {
    const read = await rollUpSegment(options);
    counted += read?.counted ?? 0;
    end = read?.end ?? 'end';
  }
  const content = await readFile(path);
  const lost = damagedRanges(content);
  for (const note of notes) {
    const { from, to } = note.range;
    const isReadable = !lost.some((range) => range.from < to && from < range.to);
    // The part that the roll-up had not reached was counted above.
    if (isReadable && rolledUpTo >= to) counted += await countRange(options, content.subarray(from, to));
    await confirmDamage(note);
  }
  return counted === 0 && notes.length === 0 ? null : { path, counted, lost };
}

async function countRange({ database, timeZones, sequences }: RollUpContext, bytes: Buffer): Promise<number> {
  const { events, screens, conversions, exposures } = decodeRecords(bytes);
  return retryDeadlocks(database, async (transaction) => {
    await shareRollUps(transaction);
    const zones = await timeZones(transaction, new Set(events.map(({ positionId }) => positionId)));
    const { counted } = await countEvents(transaction, events, { zones, sequences });
    await storeScreenRecords(transaction, screens);
    await storeActionConversions(transaction, conversions);
    await storeExposures(transaction, exposures);
    return counted;
  });
}
