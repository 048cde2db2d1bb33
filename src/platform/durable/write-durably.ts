import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from './sync-folder.ts';

/** Replaces a file atomically for readers. Not durable: a power failure can lose it. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  await throughDraft(path, async (file) => {
    await file.writeFile(content);
    return path;
  });
}

/** Writes a new file piece by piece. Its name is determined at the end and returned. Not durable until `syncFiles`. */
export async function writePieces(
  folder: string,
  pieces: AsyncIterable<Buffer>,
  nameOf: () => string,
): Promise<string> {
  const path = await throughDraft(join(folder, 'draft'), async (file) => {
    for await (const piece of pieces) await file.appendFile(piece);
    return join(folder, nameOf());
  });
  return basename(path);
}

/** A file that gets its name when it is complete. */
export type DraftFile = {
  append(piece: Uint8Array): Promise<void>;
  /** Closes it and gives it this name. Not durable until `syncFiles`. */
  commit(name: string): Promise<void>;
  discard(): Promise<void>;
};

/** Creates a draft in a folder. */
export async function createDraft(folder: string): Promise<DraftFile> {
  const draft = draftPathOf(join(folder, 'draft'));
  const file = await open(draft, 'wx');
  return {
    append: (piece) => file.appendFile(piece),
    async commit(name) {
      await file.close();
      await rename(draft, join(folder, name));
    },
    async discard() {
      await file.close().catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

/** Resolves when these files of a folder and their names are on disk. */
export async function syncFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const file = await open(join(folder, name), 'r');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }
  await syncFolder(folder);
}

/** Name of a draft next to the file. Identifies drafts left by a crash. */
export const draftPattern = /^\..+\.\d+\.[0-9a-f]{8}$/;

/** Writes to a draft next to the file. `write` returns the path to which the draft is then renamed. */
async function throughDraft(path: string, write: (file: FileHandle) => Promise<string>): Promise<string> {
  const draft = draftPathOf(path);
  try {
    const file = await open(draft, 'wx');
    let target: string;
    try {
      target = await write(file);
    } finally {
      await file.close();
    }
    await rename(draft, target);
    return target;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function draftPathOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.${randomBytes(4).toString('hex')}`);
}
