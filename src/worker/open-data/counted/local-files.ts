import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';

/** Number of local copies that are kept. Consecutive hours read the same files. */
const maxCopies = 50;

/** A stored file has disappeared, for example because it was merged. */
export class MissingFileError extends Error {}

/** Local copies of stored files. */
export type LocalFiles = {
  /** Returns the paths of files, which are valid until `trim`. Rejects with `MissingFileError`. */
  pathsOf(names: readonly string[]): Promise<readonly string[]>;
  /** Removes all but the most recently used copies. */
  trim(): Promise<void>;
};

/** @param folder receives the copies. Its owner removes it */
export function createLocalFiles(store: OpenDataStore, folder: string): LocalFiles {
  const copies = new Map<string, string>();
  let count = 0;
  return {
    async pathsOf(names) {
      const paths: string[] = [];
      for (const name of names) {
        let path = copies.get(name);
        if (path === undefined) {
          count += 1;
          path = join(folder, `copy-${count}.parquet`);
          if (!(await store.fetch(name, path))) throw new MissingFileError(name);
        }
        // The most recently used are last.
        copies.delete(name);
        copies.set(name, path);
        paths.push(path);
      }
      return paths;
    },
    async trim() {
      for (const [name, path] of [...copies].slice(0, -maxCopies)) {
        copies.delete(name);
        await rm(path, { force: true });
      }
    },
  };
}
