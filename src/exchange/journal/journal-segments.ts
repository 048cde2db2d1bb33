import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders below the journal without live segments. */
export const archiveFolderName = 'archive';
export const damagedFolderName = 'damaged';

const segmentPattern = /^(\d{8})\.journal$/;

export type JournalSegment = {
  /** Folder below the journal. Each delivery process has one. */
  readonly processId: string;
  readonly number: number;
  readonly path: string;
  /** A newer segment exists in its folder, so nothing more is appended. */
  readonly closed: boolean;
};

export function segmentFileName(number: number): string {
  return `${String(number).padStart(8, '0')}.journal`;
}

/** Returns the segment numbers of a process in ascending order; empty if the folder does not exist. */
export async function segmentNumbers(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(emptyWhenAbsent);
  return names
    .map((name) => segmentPattern.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
}

/** Returns all live segments of all processes, in order per process. */
export async function listSegments(journalFolder: string): Promise<JournalSegment[]> {
  const entries = await readdir(journalFolder, { withFileTypes: true }).catch(emptyWhenAbsent);
  const folders = entries
    .filter((entry) => entry.isDirectory() && entry.name !== archiveFolderName && entry.name !== damagedFolderName)
    .map((entry) => entry.name)
    .sort();
  const segments: JournalSegment[] = [];
  for (const processId of folders) {
    const numbers = await segmentNumbers(join(journalFolder, processId));
    for (const number of numbers) {
      const path = join(journalFolder, processId, segmentFileName(number));
      segments.push({ processId, number, path, closed: number !== numbers.at(-1) });
    }
  }
  return segments;
}

/** Returns the size of all live segments in bytes. */
export async function journalBytes(journalFolder: string): Promise<number> {
  let bytes = 0;
  for (const { path } of await listSegments(journalFolder)) {
    // A segment that is being set aside does not count.
    bytes += (await stat(path).catch(() => ({ size: 0 }))).size;
  }
  return bytes;
}

function emptyWhenAbsent(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
