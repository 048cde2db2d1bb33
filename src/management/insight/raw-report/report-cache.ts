import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { dayMs, minuteMs } from '../../../core/time/durations.ts';
import type { CountedHour } from '../../../exchange/open-data/counted-hours.ts';

/** Bytes of copies of the files of a bucket, some months of ten million events a day. The oldest are removed. */
const maxBytes = 8 * 1024 ** 3;
/** Time after which an unused copy is removed: it may contain keys of viewers that were erased since. */
const unusedMs = dayMs;
/** Time after which a copy of a replaced file is removed: longer than any report that reads it. */
const replacedMs = 10 * minuteMs;

/** Returns the folder with the copies of a host, which all its processes use. */
export function reportCacheFolder(dataFolder: string): string {
  return join(dataFolder, 'report-cache');
}

/** Returns the path of a copy. The times when its file was made and erased identify its content. */
export function copyPath(folder: string, hour: CountedHour, fileName: string): string {
  return join(folder, `${contentOf(hour)}-${basename(fileName)}`);
}

/** Removes copies of files that were replaced. @param hours all hours */
export async function removeReplacedCopies(folder: string, hours: readonly CountedHour[]): Promise<void> {
  const current = new Set(hours.map(contentOf));
  const beforeMs = Date.now() - replacedMs;
  for (const { path, atMs } of await copiesIn(folder)) {
    const content = basename(path).split('-').slice(0, 3).join('-');
    if (atMs < beforeMs && !current.has(content)) await rm(path, { force: true });
  }
}

/** Removes copies that no report has used for a day. */
export async function removeUnusedCopies(folder: string, nowMs: number): Promise<void> {
  for (const { path, atMs } of await copiesIn(folder)) if (atMs < nowMs - unusedMs) await rm(path, { force: true });
}

/** Removes the copies that were not used for the longest time if there are too many. @param used are kept */
export async function removeOldestCopies(folder: string, used: ReadonlySet<string>): Promise<void> {
  const files = await copiesIn(folder);
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  for (const file of files.toSorted((one, other) => one.atMs - other.atMs)) {
    if (bytes <= maxBytes) return;
    if (used.has(file.path)) continue;
    await rm(file.path, { force: true });
    bytes -= file.bytes;
  }
}

function contentOf({ startMs, madeAtMs, erasedAtMs }: CountedHour): string {
  return `${startMs}-${madeAtMs}-${erasedAtMs ?? 0}`;
}

type Copy = { readonly path: string; readonly bytes: number /** Last use, epoch ms. */; readonly atMs: number };

async function copiesIn(folder: string): Promise<readonly Copy[]> {
  const files: Copy[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    // Another process may have renamed or removed it.
    const facts = await stat(path).catch(() => null);
    if (facts !== null) files.push({ path, bytes: facts.size, atMs: facts.mtimeMs });
  }
  return files;
}
