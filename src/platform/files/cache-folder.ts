import { mkdir, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { hourMs } from '../../core/time/durations.ts';
import { openDraftFolder } from './draft-folder.ts';
import type { FileContent, FileStore } from './file-store.ts';
import { openFolderStore } from './folder-store.ts';

/** Resolution of the last-use time of a file. */
const touchedMs = hourMs;
/** Number of added files after which usage is scanned again, because other processes add files too. */
const lookedUpAfter = 64;
/** Part of the cache that is evicted when it is full, so that the next file needs no eviction. */
const freedPart = 1 / 10;

const draftFolder = '.incoming';

/** A size-limited local file cache, shared by the delivery processes of a machine. */
export type CacheFolder = Pick<FileStore, 'stat'> & {
  read(...wanted: Parameters<FileStore['read']>): Promise<Readable | null>;
  /** Adds a file, which is visible once it is complete. Throws if its size differs from the announced one. */
  keep(path: string, file: { readonly content: FileContent; readonly bytes: number }): Promise<void>;
};

export function openCacheFolder(options: { readonly folder: string; readonly maxBytes: number }): CacheFolder {
  const { folder, maxBytes } = options;
  const files = openFolderStore(folder);
  const drafts = openDraftFolder(join(folder, draftFolder));
  let usedBytes = 0;
  let keptSinceLookup = lookedUpAfter;

  async function freeSpace(): Promise<void> {
    keptSinceLookup = 0;
    const kept = await listFiles(folder);
    usedBytes = kept.reduce((sum, file) => sum + file.bytes, 0);
    if (usedBytes <= maxBytes) return;
    const least = maxBytes * (1 - freedPart);
    for (const file of kept.toSorted((a, b) => a.askedAtMs - b.askedAtMs)) {
      if (usedBytes <= least) return;
      await rm(file.path, { force: true });
      // The folder of a hash usually contains one file. It remains if it contains others.
      await rmdir(dirname(file.path)).catch(() => undefined);
      usedBytes -= file.bytes;
    }
  }

  return {
    stat: files.stat,
    async read(path, range) {
      const stream = await files.read(path, range);
      if (stream !== null) await touch(join(folder, path));
      return stream;
    },
    async keep(path, { content, bytes }) {
      const draft = await drafts.write(content);
      try {
        if (draft.bytes !== bytes) throw new Error(`${path} has ${draft.bytes} bytes instead of ${bytes}`);
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await rename(draft.path, join(folder, path));
      } catch (error) {
        await drafts.discard(draft);
        throw error;
      }
      usedBytes += bytes;
      keptSinceLookup += 1;
      if (usedBytes > maxBytes || keptSinceLookup > lookedUpAfter) await freeSpace();
    },
  };
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  const found = await stat(path).catch(() => null);
  // Ignores a file that was just removed.
  if (found !== null && now.getTime() - found.mtimeMs > touchedMs) await utimes(path, now, now).catch(() => undefined);
}

type Kept = { readonly path: string; readonly bytes: number; readonly askedAtMs: number };

async function listFiles(folder: string): Promise<readonly Kept[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Kept[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || entry.parentPath === join(folder, draftFolder)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => null);
    if (found !== null) files.push({ path, bytes: found.size, askedAtMs: found.mtimeMs });
  }
  return files;
}
