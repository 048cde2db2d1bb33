import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another placard works on this data folder; the message names it. */
export class DataFolderInUseError extends Error {}

export type DataFolderLock = { release(): void };

const sqliteBusy = 5;

/**
 * Makes this process the only placard on the data folder. The lock is the operating system's own file lock, held
 * through SQLite because Node has no call for it: it ends with the process, however that ends, and no reused process
 * number can hold it by mistake. Nothing else in this process may open `<data>/lock`: closing it would drop the lock.
 */
export function lockDataFolder(dataFolder: string): DataFolderLock {
  mkdirSync(dataFolder, { recursive: true });
  const holderPath = join(dataFolder, 'lock-holder.json');
  const file = new DatabaseSync(join(dataFolder, 'lock'));
  try {
    // Nothing is ever written to it, so it needs no journal beside it.
    file.exec('pragma busy_timeout = 0; pragma journal_mode = off; begin exclusive');
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    throw new DataFolderInUseError(
      `The data folder ${dataFolder} is in use by another placard${describeHolder(holderPath)}. ` +
        'Stop that one first, or set PLACARD_DATA to another folder.',
    );
  }
  writeFileSync(holderPath, JSON.stringify({ pid: process.pid, startedAt: new Date().toISOString() }));
  return { release: () => file.close() };
}

/** The process that works on the data folder, as it wrote itself down; null when none did. */
export function readLockHolder(dataFolder: string): { readonly pid: number; readonly startedAt: string } | null {
  return readHolder(join(dataFolder, 'lock-holder.json'));
}

function describeHolder(path: string): string {
  const holder = readHolder(path);
  return holder === null ? '' : ` (process ${holder.pid}, running since ${holder.startedAt})`;
}

function readHolder(path: string): { readonly pid: number; readonly startedAt: string } | null {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as { pid?: unknown; startedAt?: unknown };
    return typeof holder.pid === 'number' ? { pid: holder.pid, startedAt: String(holder.startedAt) } : null;
  } catch {
    // Being written this moment, or never written: the message does without it.
    return null;
  }
}
