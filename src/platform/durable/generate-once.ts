import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolderSync } from './sync-folder.ts';

/**
 * The text of a file that is made once and kept, readable by its owner only. Several processes may ask at the same time:
 * the first file wins.
 * @param syncNames writes the names in a folder to disk: without it a power cut can take the new file
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
