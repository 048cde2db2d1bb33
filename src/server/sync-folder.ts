import { open } from 'node:fs/promises';

/** Resolves when the names in a folder are on disk: a new or renamed file outlives a power cut only then. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
