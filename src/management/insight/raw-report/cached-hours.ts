import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CountedHour } from '../../../exchange/open-data/counted-hours.ts';
import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';

/** Bytes of copies of the files of a bucket, some months of ten million events a day. The oldest are removed. */
const maxBytes = 8 * 1024 ** 3;
/** Number of files that are copied at once. */
const copiesAtOnce = 8;

/** Local files of `counted`: those of the folder, or copies of those of a bucket. */
export type CachedHours = {
  /**
   * Returns the paths of the files of hours, in their order. A file that no longer exists is omitted.
   * @param nameOf name of the stored file of an hour
   * @param onCopied called with the part of the files that are available, from 0 to 1
   */
  pathsOf(
    hours: readonly CountedHour[],
    nameOf: (startMs: number) => string,
    options: { readonly signal: AbortSignal; readonly onCopied: (part: number) => void },
  ): Promise<ReadonlyMap<CountedHour, string>>;
};

export function openCachedHours(store: OpenDataStore, folder: string): CachedHours {
  return {
    async pathsOf(hours, nameOf, { signal, onCopied }) {
      const paths = new Map<CountedHour, string>();
      const missing: CountedHour[] = [];
      for (const hour of hours) {
        const local = store.localPath(nameOf(hour.startMs));
        const path = local ?? pathIn(folder, hour, nameOf);
        const exists = await stat(path).then(
          () => true,
          () => false,
        );
        if (exists) paths.set(hour, path);
        else if (local === null) missing.push(hour);
      }
      if (missing.length === 0) return paths;
      await mkdir(folder, { recursive: true });
      let copied = 0;
      const copy = async () => {
        for (let hour = missing.pop(); hour !== undefined; hour = missing.pop()) {
          signal.throwIfAborted();
          const path = pathIn(folder, hour, nameOf);
          // Reports of other processes of the host may copy the same file.
          const part = `${path}.${randomUUID()}.part`;
          if (await store.fetch(nameOf(hour.startMs), part)) {
            await rename(part, path);
            paths.set(hour, path);
          }
          copied += 1;
          onCopied(copied / (copied + missing.length));
        }
      };
      await Promise.all(Array.from({ length: copiesAtOnce }, copy));
      const used = new Date();
      for (const path of paths.values()) await utimes(path, used, used);
      await removeOldest(folder, new Set(paths.values()));
      return new Map(hours.flatMap((hour) => (paths.has(hour) ? [[hour, paths.get(hour) as string]] : [])));
    },
  };
}

/** The time when a file was made identifies its content. */
function pathIn(folder: string, { startMs, madeAtMs }: CountedHour, nameOf: (startMs: number) => string): string {
  return join(folder, `${startMs}-${madeAtMs}-${basename(nameOf(startMs))}`);
}

/** Removes the copies that were not used for the longest time. @param used are kept */
async function removeOldest(folder: string, used: ReadonlySet<string>): Promise<void> {
  const files: { readonly path: string; readonly bytes: number; readonly atMs: number }[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process may have renamed or removed it.
    const facts = await stat(path).catch(() => null);
    if (facts !== null) files.push({ path, bytes: facts.size, atMs: facts.mtimeMs });
  }
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  for (const file of files.toSorted((one, other) => one.atMs - other.atMs)) {
    if (bytes <= maxBytes) return;
    if (used.has(file.path)) continue;
    await rm(file.path, { force: true });
    bytes -= file.bytes;
  }
}
