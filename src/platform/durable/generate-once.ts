import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolderSync } from './sync-folder.ts';

/**
 * Returns the content of a file that is created once and readable only by its owner. Several processes may call it
 * concurrently: the first file wins.
 * @param syncNames syncs the names of a folder to disk; without it a power failure can lose the new file
 */
export function generateOnce(path: string, make: () => string, syncNames = syncFolderSync): string {
  const existing = readIfPresent(path);
  if (existing !== null) return existing;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, make(), { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
    syncNames(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(path, 'utf8');
}

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
