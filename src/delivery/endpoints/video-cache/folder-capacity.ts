import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expiredMemoryMs } from './video-store.ts';

/** Block size of the disk in bytes. Files occupy whole blocks. */
const blockBytes = 4_096;
/** Age in milliseconds at which an incomplete file is considered abandoned by an ended process. */
const abandonedMs = 10 * 60 * 1000;
/** Part of the limit that all processes together may fill between two scans of the folder. */
const unseenPart = 1 / 8;

type File = { readonly path: string; readonly bytes: number; readonly putAtMs: number; readonly expiresAtMs: number };

export type FolderCapacity = {
  /** Resolves when this number of bytes may be written, after removing the oldest files if necessary. */
  take(bytes: number): Promise<void>;
  /** Removes expired files. */
  sweep(): Promise<void>;
};

/**
 * Keeps a folder that several processes fill below its limit. Each process scans all files after it has written its
 * part of one eighth of the limit, and removes the oldest files until seven eighths remain. Together they therefore
 * stay below the limit.
 */
export function createFolderCapacity(options: {
  readonly folder: string;
  readonly limitBytes: number;
  /** Number of processes that fill the folder. */
  readonly processes: number;
  readonly now: () => number;
}): FolderCapacity {
  const { folder, limitBytes, processes, now } = options;
  const ownPart = (limitBytes * unseenPart) / processes;
  // The contents of the folder are unknown until the first scan.
  let writtenBytes = Number.POSITIVE_INFINITY;
  let looking: Promise<void> = Promise.resolve();

  async function look(wantedBytes: number): Promise<void> {
    const files = await listFiles(folder);
    const nowMs = now();
    const isGone = (file: File) => file.expiresAtMs + expiredMemoryMs <= nowMs;
    await removeAll(files.filter(isGone));
    // Expired files first, then the oldest.
    const order = files
      .filter((file) => !isGone(file))
      .toSorted((a, b) => rank(a, nowMs) - rank(b, nowMs) || a.putAtMs - b.putAtMs);
    let excess = order.reduce((sum, file) => sum + file.bytes, 0) + wantedBytes - limitBytes * (1 - unseenPart);
    const surplus: File[] = [];
    for (const file of order) {
      if (excess <= 0) break;
      surplus.push(file);
      excess -= file.bytes;
    }
    await removeAll(surplus);
  }

  /** Runs scans one at a time, so that each waiting caller sees the result of the previous one. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = looking.then(work);
    looking = done.catch(() => undefined);
    return done;
  }

  return {
    take(bytes) {
      const blocks = inBlocks(bytes);
      if (writtenBytes + blocks <= ownPart) {
        writtenBytes += blocks;
        return Promise.resolve();
      }
      return inTurn(async () => {
        if (writtenBytes + blocks > ownPart) {
          await look(blocks);
          writtenBytes = 0;
        }
        writtenBytes += blocks;
      });
    },
    sweep: () => inTurn(() => look(0)),
  };
}

function rank(file: File, nowMs: number): number {
  return file.expiresAtMs <= nowMs ? 0 : 1;
}

function inBlocks(bytes: number): number {
  return Math.ceil(bytes / blockBytes) * blockBytes;
}

/** Folder by folder, so that the event loop is not blocked. */
async function listFiles(folder: string): Promise<File[]> {
  const files: File[] = [];
  for (const part of await readdir(folder)) {
    const names = await readdir(join(folder, part)).catch(() => []);
    files.push(...(await Promise.all(names.map((name) => fileAt(join(folder, part, name), part)))).flat());
  }
  return files;
}

async function fileAt(path: string, part: string): Promise<File[]> {
  try {
    const { size, mtimeMs, ctimeMs } = await stat(path);
    // An incomplete file has no expiry yet.
    const expiresAtMs = part === 'incoming' ? ctimeMs + abandonedMs - expiredMemoryMs : mtimeMs;
    return [{ path, bytes: inBlocks(size), putAtMs: ctimeMs, expiresAtMs }];
  } catch {
    // Another process removed it first.
    return [];
  }
}

async function removeAll(files: readonly File[]): Promise<void> {
  for (const { path } of files) await rm(path, { force: true });
}
