import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Serves } from '../../platform/config/roles.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import { closeDataFolder } from './close-data-folder.ts';

/** Another Placard uses this data folder. The message identifies it. */
export class DataFolderInUseError extends ExplainedError {}

export type DataFolderLock = { release(): void };

const sqliteBusy = 5;

/** Locked files of this process. An unreferenced file would be garbage-collected and lose its lock. */
const heldFiles = new Set<DatabaseSync>();

/** Lock of each role. Separate roles may share a data folder, two processes of one role may not. */
const lockNames: Readonly<Record<keyof Serves, string>> = {
  management: 'lock',
  worker: 'lock-worker',
  delivery: 'lock-delivery',
};

/** Makes this process the only one of its role on the data folder. Throws `DataFolderInUseError`. */
export function lockDataFolder(dataFolder: string, serves: Serves): DataFolderLock {
  requireUsable(dataFolder);
  const held: DatabaseSync[] = [];
  const release = () => {
    for (const file of held.splice(0)) {
      heldFiles.delete(file);
      file.close();
    }
  };
  try {
    for (const part of ['management', 'worker', 'delivery'] as const) {
      if (serves[part]) held.push(lockFile(dataFolder, lockNames[part]));
    }
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

/**
 * Returns the process that holds the lock of a role, as recorded in the data folder. null if there is no readable
 * record.
 */
export function readLockHolder(dataFolder: string, role: keyof Serves = 'management'): LockHolder | null {
  return readHolder(lockHolderPath(dataFolder, role));
}

/** Returns the path of the file that records the holder of a role's lock. */
export function lockHolderPath(dataFolder: string, role: keyof Serves): string {
  return join(dataFolder, `${lockNames[role]}.json`);
}

type LockHolder = { readonly pid: number; readonly startedAt: string };

/**
 * Uses a file lock of the operating system, held through SQLite because Node has no API for it. The lock ends with the
 * process in every case, and a reused process ID cannot hold it. No other code in this process may open the file:
 * closing it would release the lock.
 */
function lockFile(dataFolder: string, name: string): DatabaseSync {
  const holderPath = join(dataFolder, `${name}.json`);
  const file = new DatabaseSync(join(dataFolder, name));
  try {
    // Nothing is ever written to it, so it needs no journal file.
    file.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    throw new DataFolderInUseError(
      `The data folder ${dataFolder} is in use by another placard${describe(readHolder(holderPath))}. ` +
        'Stop that one first, or set PLACARD_DATA to another folder.',
    );
  }
  heldFiles.add(file);
  writeFileSync(holderPath, JSON.stringify({ pid: process.pid, startedAt: new Date().toISOString() }));
  return file;
}

function requireUsable(dataFolder: string): void {
  try {
    closeDataFolder(dataFolder);
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ExplainedError(
      `PLACARD_DATA: the data folder ${dataFolder} cannot be used (${(error as Error).message}); ` +
        'make it writable for the user that runs placard, or set another folder.',
    );
  }
}

function describe(holder: LockHolder | null): string {
  return holder === null ? '' : ` (process ${holder.pid}, running since ${holder.startedAt})`;
}

function readHolder(path: string): LockHolder | null {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as { pid?: unknown; startedAt?: unknown };
    return typeof holder.pid === 'number' ? { pid: holder.pid, startedAt: String(holder.startedAt) } : null;
  } catch {
    // The record is being written or was never written. The message omits it.
    return null;
  }
}
