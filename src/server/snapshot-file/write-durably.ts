import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../sync-folder.ts';

/**
 * Replaces a file so that after a crash either the old or the new content is there, whole: write beside it, sync,
 * rename, sync the folder.
 */
export async function replaceFileDurably(path: string, content: string): Promise<void> {
  await throughDraft(path, {
    durable: true,
    write: async (file) => {
      await file.writeFile(content);
      return path;
    },
  });
}

/** Replaces a file so that a reader never sees half of it; it may be lost with the power. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  await throughDraft(path, {
    durable: false,
    write: async (file) => {
      await file.writeFile(content);
      return path;
    },
  });
}

/**
 * Writes a new file piece by piece, whose name is known when all is written, and answers the name. The folder is not
 * synced: a name that is lost with the power is missed by whoever makes it known afterwards.
 */
export async function writeFileDurably(
  folder: string,
  pieces: AsyncIterable<Buffer>,
  nameOf: () => string,
): Promise<string> {
  const path = await throughDraft(join(folder, 'draft'), {
    durable: false,
    write: async (file) => {
      for await (const piece of pieces) await file.appendFile(piece);
      await file.sync();
      return join(folder, nameOf());
    },
  });
  return basename(path);
}

/** A draft stands beside the file; one that a crash left behind is known by its name. */
export const draftPattern = /^\..+\.\d+\.[0-9a-f]{8}$/;

async function throughDraft(
  path: string,
  how: { readonly durable: boolean; write(file: FileHandle): Promise<string> },
): Promise<string> {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.${randomBytes(4).toString('hex')}`);
  let target = path;
  try {
    const file = await open(draft, 'wx');
    try {
      target = await how.write(file);
      if (how.durable) await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  if (how.durable) await syncFolder(dirname(target));
  return target;
}
