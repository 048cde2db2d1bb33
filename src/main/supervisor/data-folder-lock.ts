import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Serves } from '../../platform/config/roles.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import { closeDataFolder } from './close-data-folder.ts';

/** Another placard works on this data folder; the message names it. */
export class DataFolderInUseError extends ExplainedError {}

export type DataFolderLock = { release(): void };

const sqliteBusy = 5;

/** What this process holds: a file that nobody refers to would be collected, and its lock dropped with it. */
const heldFiles = new Set<DatabaseSync>();

/** The locks of each role; roles that run apart may share a data folder, two of one kind may not. */
const lockNames: Readonly<Record<keyof Serves, string>> = {
  management: 'lock',
  worker: 'lock-worker',
  delivery: 'lock-delivery',
};

/** Makes this process the only placard of its role on the data folder; throws `DataFolderInUseError`. */
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

/** The process that holds the lock of a role, as recorded in the data folder; null when there is no readable record. */
export function readLockHolder(dataFolder: string, role: keyof Serves = 'management'): LockHolder | null {
  return readHolder(lockHolderPath(dataFolder, role));
}

/** The file in which the holder of the lock of a role is recorded. */
export function lockHolderPath(dataFolder: string, role: keyof Serves): string {
  return join(dataFolder, `${lockNames[role]}.json`);
}

type LockHolder = { readonly pid: number; readonly startedAt: string };

/**
 * The lock is the operating system's own file lock, held through SQLite because Node has no call for it: it ends with
 * the process, however that ends, and no reused process number can hold it by mistake. Nothing else in this process
 * may open the file: closing it again would drop the lock.
 */
function lockFile(dataFolder: string, name: string): DatabaseSync {
  const holderPath = join(dataFolder, `${name}.json`);
  const file = new DatabaseSync(join(dataFolder, name));
  try {
    // Nothing is ever written to it, so it needs no journal beside it.
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
        'give it to the user that runs placard, or name another folder.',
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
    // Being written this moment, or never written: the message does without it.
    return null;
  }
}
