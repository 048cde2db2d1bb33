import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

const openBits = 0o077;

/**
 * Creates the data folder for the user of this program only: 0700, and 0600 for the files in it by the umask. A folder
 * of an earlier version that others could access is restricted with all its contents. `postgres` has its own modes.
 */
export function closeDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = statSync(folder);
  const { mode, gid } = wantedOf(folder, found);
  if ((found.mode & 0o777) === mode && found.gid === gid) return;
  // A mounted folder may belong to another user, who controls access to it.
  if (!isOurs(found)) return;
  closeContent(folder, 'postgres');
  // Last, so that an interrupted start repeats all steps.
  if (found.gid !== gid) chownSync(folder, found.uid, gid);
  chmodSync(folder, mode);
}

/**
 * A database that root starts runs as another user. The group of that user may pass through the folder without reading
 * anything in it.
 */
function wantedOf(folder: string, found: Stats): { readonly mode: number; readonly gid: number } {
  const database = lstatSync(join(folder, 'postgres'), { throwIfNoEntry: false });
  const isForeign = process.getuid?.() === 0 && database?.isDirectory() === true && database.uid !== found.uid;
  return isForeign ? { mode: passMode, gid: database.gid } : { mode: 0o700, gid: found.gid };
}

const passMode = 0o710;

function isOurs({ uid }: Stats): boolean {
  const own = process.getuid?.();
  return own === 0 || own === uid;
}

function closeContent(folder: string, except?: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name === except || entry.isSymbolicLink()) continue;
    const found = lstatSync(path);
    if (!isOurs(found)) continue;
    if ((found.mode & openBits) !== 0) chmodSync(path, found.mode & 0o777 & ~openBits);
    if (entry.isDirectory()) closeContent(path);
  }
}
