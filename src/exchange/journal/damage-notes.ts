import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Logger } from 'pino';
import { type DamagedRange, damagedRanges } from './journal-damage.ts';
import { damagedFolderName, type JournalSegment, segmentFileName } from './journal-segments.ts';

const notePattern = /^(\d{8})-([0-9a-f]{32})\.(\d+)-(\d+)\.damage$/;

/** One unreadable range of a segment of this host. A note is a file whose name contains all its data. */
export type DamageNote = {
  /** The file of the note. */
  readonly path: string;
  /** A link to the segment. It is never deleted. */
  readonly segmentPath: string;
  readonly processId: string;
  readonly number: number;
  readonly segmentId: string;
  readonly range: DamagedRange;
};

/** Unreadable parts of the journal of a host that no administrator has confirmed. */
export type JournalDamage = { readonly segments: number; readonly bytes: number };

/** Records a damaged range once, and keeps a link to its segment. */
export async function noteDamage(options: {
  readonly journalFolder: string;
  readonly segment: JournalSegment;
  readonly segmentId: string;
  readonly range: DamagedRange;
  readonly log: Logger;
}): Promise<void> {
  const { journalFolder, segment, segmentId, range, log } = options;
  const folder = join(journalFolder, damagedFolderName, segment.processId);
  const name = `${segmentFileName(segment.number).replace('.journal', '')}-${segmentId}`;
  await mkdir(folder, { recursive: true });
  await link(segment.path, join(folder, `${name}.journal`)).catch(existingIsFine);
  const note = join(folder, `${name}.${range.from}-${range.to}.damage`);
  const isNew = await writeFile(note, '', { flag: 'wx' }).then(() => true, existingIsFine);
  if (isNew !== true) return;
  log.error(
    { segment: segment.path, segmentId, from: range.from, to: range.to, bytes: range.to - range.from },
    'Journal segment is damaged: events in these bytes are unreadable. Run "placard recover" on this host',
  );
}

/** Reads a whole segment that is no longer appended to, and records all damaged ranges. */
export async function noteAllDamage(options: {
  readonly journalFolder: string;
  readonly segment: JournalSegment;
  readonly segmentId: string;
  readonly log: Logger;
}): Promise<void> {
  for (const range of damagedRanges(await readFile(options.segment.path))) await noteDamage({ ...options, range });
}

/** Returns the unconfirmed notes of a host. */
export async function listDamage(journalFolder: string): Promise<readonly DamageNote[]> {
  const folder = join(journalFolder, damagedFolderName);
  const names = await readdir(folder, { recursive: true }).catch(emptyWhenAbsent);
  return names.flatMap((name) => {
    const [, number, segmentId, from, to] = notePattern.exec(basename(name)) ?? [];
    if (segmentId === undefined) return [];
    const path = join(folder, name);
    const segmentPath = path.replace(/\.\d+-\d+\.damage$/, '.journal');
    const range = { from: Number(from), to: Number(to) };
    return [{ path, segmentPath, processId: name.split(/[\\/]/)[0] ?? '', number: Number(number), segmentId, range }];
  });
}

/** Returns the number of damaged segments and bytes, for health and metrics. */
export async function sumDamage(journalFolder: string): Promise<JournalDamage> {
  const notes = await listDamage(journalFolder);
  return {
    segments: new Set(notes.map(({ segmentId }) => segmentId)).size,
    bytes: notes.reduce((sum, { range }) => sum + range.to - range.from, 0),
  };
}

/** Removes a note. The link to the segment remains. */
export function confirmDamage({ path }: DamageNote): Promise<void> {
  return rm(path, { force: true });
}

/** Describes damage for health reports; empty if there is none. */
export function damageReasons(damage: JournalDamage | undefined): readonly string[] {
  if (damage === undefined || damage.segments === 0) return [];
  const segments = damage.segments === 1 ? '1 journal segment is' : `${damage.segments} journal segments are`;
  return [`${segments} damaged: ${damage.bytes} bytes are unreadable; run "placard recover" on this host`];
}

function existingIsFine(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function emptyWhenAbsent(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
