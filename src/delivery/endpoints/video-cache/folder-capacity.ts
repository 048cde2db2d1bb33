import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expiredMemoryMs } from './video-store.ts';

/** A file takes whole blocks of the disk. */
const blockBytes = 4_096;
/** A half-written file this old was left by a process that ended. */
const abandonedMs = 10 * 60 * 1000;
/** Part of the limit that is filled between two looks at the folder, by all processes together. */
const unseenPart = 1 / 8;

type File = { readonly path: string; readonly bytes: number; readonly putAtMs: number; readonly expiresAtMs: number };

export type FolderCapacity = {
  /** Resolves when so many bytes may be written; takes the oldest files out where that is needed. */
  take(bytes: number): Promise<void>;
  /** Removes what nobody can ask for any more. */
  sweep(): Promise<void>;
};

/**
 * Keeps a folder that several processes fill below its limit. Each process looks at all files after it has written its part
 * of an eighth of the limit, and takes the oldest out until seven eighths are left; so together they stay below the limit.
 */
export function createFolderCapacity(options: {
  readonly folder: string;
  readonly limitBytes: number;
  /** How many processes fill it. */
  readonly processes: number;
  readonly now: () => number;
}): FolderCapacity {
  const { folder, limitBytes, processes, now } = options;
  const ownPart = (limitBytes * unseenPart) / processes;
  // Nothing is known of the folder until the first look.
  let writtenBytes = Number.POSITIVE_INFINITY;
  let looking: Promise<void> = Promise.resolve();

  async function look(wantedBytes: number): Promise<void> {
    const files = await listFiles(folder);
    const nowMs = now();
    const isGone = (file: File) => file.expiresAtMs + expiredMemoryMs <= nowMs;
    await removeAll(files.filter(isGone));
    // The expired first, and then the oldest.
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

  /** One look after the other, so that whoever waits for room sees what the one before took. */
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

/** Folder by folder, so that other work gets its turn. */
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
    // A file in the making has no expiry yet.
    const expiresAtMs = part === 'incoming' ? ctimeMs + abandonedMs - expiredMemoryMs : mtimeMs;
    return [{ path, bytes: inBlocks(size), putAtMs: ctimeMs, expiresAtMs }];
  } catch {
    // Another process was quicker.
    return [];
  }
}

async function removeAll(files: readonly File[]): Promise<void> {
  for (const { path } of files) await rm(path, { force: true });
}
