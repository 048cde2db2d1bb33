import { randomUUID } from 'node:crypto';
import { mkdir, rename, stat, utimes } from 'node:fs/promises';
import type { CountedHour } from '../../../exchange/open-data/counted-hours.ts';
import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';
import { copyPath, removeOldestCopies, removeReplacedCopies } from './report-cache.ts';

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
  /** Removes copies of files that were replaced. @param hours all hours */
  retain(hours: readonly CountedHour[]): Promise<void>;
};

export function openCachedHours(store: OpenDataStore, folder: string): CachedHours {
  return {
    retain: (hours) => removeReplacedCopies(folder, hours),
    async pathsOf(hours, nameOf, { signal, onCopied }) {
      const paths = new Map<CountedHour, string>();
      const missing: CountedHour[] = [];
      for (const hour of hours) {
        const local = store.localPath(nameOf(hour.startMs));
        const path = local ?? copyPath(folder, hour, nameOf(hour.startMs));
        const exists = await stat(path).then(
          () => true,
          () => false,
        );
        if (exists) paths.set(hour, path);
        else if (local === null) missing.push(hour);
      }
      if (hours.every(({ startMs }) => store.localPath(nameOf(startMs)) !== null)) return paths;
      await mkdir(folder, { recursive: true });
      let copied = 0;
      const copy = async () => {
        for (let hour = missing.pop(); hour !== undefined; hour = missing.pop()) {
          signal.throwIfAborted();
          const path = copyPath(folder, hour, nameOf(hour.startMs));
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
      await removeOldestCopies(folder, new Set(paths.values()));
      return new Map(hours.flatMap((hour) => (paths.has(hour) ? [[hour, paths.get(hour) as string]] : [])));
    },
  };
}
