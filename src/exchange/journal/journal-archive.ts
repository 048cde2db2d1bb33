import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { dayMs } from '../../core/time/durations.ts';
import type { PlainStore } from '../../platform/files/plain-store.ts';
import { archiveFolderName } from './journal-segments.ts';

/** Retention of archived segments for recounts: plays are accepted for 30 days (product decisions 8), plus a margin. */
const archiveTtlMs = 35 * dayMs;
const folder = 'journal';
const namePattern = /^journal\/(\d{4})(\d{2})(\d{2})-/;
const segmentPattern = /-([0-9a-f]{32})\.journal\.gz$/;
const compress = promisify(gzip);

/** Compressed raw segments in the store after the roll-up. */
export type JournalArchive = {
  /** Sends the segments that were set aside on this host, until the signal. The others are sent by a later call. */
  send(signal?: AbortSignal): Promise<void>;
  /** Deletes segments after 35 days. */
  removeOld(): Promise<void>;
};

/**
 * Creates the archive. File names contain the day of the last event of a segment according to the clock of its host,
 * then host, process, number and ID: `journal/20261122-<host>.delivery-0-00000001-<id>.journal.gz`.
 */
export function createJournalArchive(options: {
  readonly journalFolder: string;
  readonly store: PlainStore;
  readonly host: string;
  readonly now?: () => number;
}): JournalArchive {
  const { journalFolder, store, host, now = Date.now } = options;
  const aside = join(journalFolder, archiveFolderName);
  return {
    async send(signal) {
      const entries = await readdir(aside, { recursive: true, withFileTypes: true }).catch(emptyWhenAbsent);
      for (const entry of entries) {
        if (signal?.aborted === true) return;
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const { mtime } = await stat(path);
        const day = mtime.toISOString().slice(0, 10).replaceAll('-', '');
        const name = `${folder}/${day}-${host}.${basename(dirname(path))}-${entry.name}.gz`;
        await store.put(name, await compress(await readFile(path)));
        await rm(path, { force: true });
      }
    },
    async removeOld() {
      for (const name of await store.list(folder)) {
        const [, year, month, day] = namePattern.exec(name) ?? [];
        const atMs = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
        if (now() - atMs > archiveTtlMs) await store.remove(name);
      }
    },
  };
}

/** Lists the segments in the store by the IDs in their headers. */
export async function listArchived(
  store: PlainStore,
): Promise<readonly { readonly name: string; readonly segmentId: string }[]> {
  return (await store.list(folder)).flatMap((name) => {
    const segmentId = segmentPattern.exec(name)?.[1];
    return segmentId === undefined ? [] : [{ name, segmentId }];
  });
}

function emptyWhenAbsent(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
