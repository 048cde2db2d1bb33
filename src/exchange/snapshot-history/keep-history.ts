import { link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { dayMs } from '../../core/time/durations.ts';
import { parseBaseName, parseDeltaName } from '../snapshot/file-names.ts';

/** Polling interval. A delta stays in its folder for at least the lifetime of one base, which is much longer. */
const pollMs = 1_000;
/** Retention of past snapshots. Older decisions are not inspected. */
const ttlMs = 8 * dayMs;

/** Returns the folder of snapshot files that the snapshot folder no longer needs. */
export function historyFolderOf(dataFolder: string): string {
  return join(dataFolder, 'snapshot-history');
}

/**
 * Returns the folders that may contain snapshots on this machine: served ones, those for other hosts, and past ones.
 */
export function snapshotFolders(dataFolder: string): readonly string[] {
  return [join(dataFolder, 'snapshots'), join(dataFolder, 'published'), historyFolderOf(dataFolder)];
}

/**
 * Retains the files of past snapshots as hard links, so that a decision can be replayed on its revision. A link uses no
 * extra space while the original exists. Files that are too old or too many are removed, oldest first.
 */
export function startSnapshotHistory(options: {
  readonly snapshotFolder: string;
  readonly historyFolder: string;
  readonly maxBytes: number;
  readonly log: Logger;
}): { close(): Promise<void> } {
  const end = new AbortController();
  const working = (async () => {
    let hasFailed = false;
    while (!end.signal.aborted) {
      try {
        await keepSnapshotFiles(options);
        hasFailed = false;
      } catch (error) {
        if (!hasFailed)
          options.log.error(
            { err: error },
            'Past snapshots cannot be retained; traces of old decisions are unavailable',
          );
        hasFailed = true;
      }
      // The signal ends the pause. That is not a failure.
      await delay(pollMs, undefined, { signal: end.signal }).catch(() => undefined);
    }
  })();
  return {
    close: async () => {
      end.abort();
      await working;
    },
  };
}

/** Runs one pass: links new files and removes old ones. */
export async function keepSnapshotFiles({
  snapshotFolder,
  historyFolder,
  maxBytes,
}: {
  readonly snapshotFolder: string;
  readonly historyFolder: string;
  readonly maxBytes: number;
}): Promise<void> {
  const [current, kept] = await Promise.all([namesIn(snapshotFolder), namesIn(historyFolder)]);
  const fresh = current.filter((name) => !kept.includes(name));
  if (fresh.length === 0) return;
  await mkdir(historyFolder, { recursive: true });
  for (const name of fresh) {
    await link(join(snapshotFolder, name), join(historyFolder, name)).catch((error: NodeJS.ErrnoException) => {
      // Another process has already linked the file, or the file was removed.
      if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error;
    });
  }
  await forgetOldest(historyFolder, maxBytes);
}

type HistoryFile = { readonly name: string; readonly bytes: number; readonly writtenMs: number };

async function forgetOldest(folder: string, maxBytes: number): Promise<void> {
  const files: HistoryFile[] = [];
  for (const name of await namesIn(folder)) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found !== null) files.push({ name, bytes: found.size, writtenMs: found.mtimeMs });
  }
  const bases = files.filter(({ name }) => parseBaseName(name) !== null).sort((a, b) => a.writtenMs - b.writtenMs);
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  // A base covers the time until the next one.
  while (bases.length > 1) {
    const isOld = (bases[1] as HistoryFile).writtenMs < Date.now() - ttlMs;
    if (!isOld && total <= maxBytes) return;
    const gone = [bases.shift() as HistoryFile, ...deltasWithout(files, bases)];
    for (const file of gone) {
      await rm(join(folder, file.name), { force: true });
      files.splice(files.indexOf(file), 1);
      total -= file.bytes;
    }
  }
}

/** Returns the deltas that follow none of the remaining bases. */
function deltasWithout(files: readonly HistoryFile[], bases: readonly HistoryFile[]): HistoryFile[] {
  const left = bases.flatMap(({ name }) => parseBaseName(name) ?? []);
  return files.filter(({ name }) => {
    const delta = parseDeltaName(name);
    return (
      delta !== null && !left.some(({ lineage, revision }) => lineage === delta.lineage && revision < delta.revision)
    );
  });
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => parseBaseName(name) !== null || parseDeltaName(name) !== null);
}
