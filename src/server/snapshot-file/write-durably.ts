import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../sync-folder.ts';

/**
 * Replaces a file so that after a crash either the old or the new content is there, whole: write beside it, sync,
 * rename, sync the folder.
 */
export async function replaceFileDurably(path: string, content: string): Promise<void> {
  await replace(path, content, { durable: true });
}

/** Replaces a file so that a reader never sees half of it; it may be lost with the power. */
export async function replaceFile(path: string, content: string): Promise<void> {
  await replace(path, content, { durable: false });
}

async function replace(path: string, content: string, how: { readonly durable: boolean }): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.${randomBytes(4).toString('hex')}`);
  try {
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(content);
      if (how.durable) await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  if (how.durable) await syncFolder(dirname(path));
}
