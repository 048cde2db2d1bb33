import { spawn } from 'node:child_process';
import { chownSync, closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseFolder } from './initialise-database.ts';
import { asUser, type DatabaseLocation } from './locate-database.ts';
import { processCommand, processesWorkingIn, processState } from './process-state.ts';
import { socketPort } from './socket-folder.ts';

const maxServerLogBytes = 10 * 1024 * 1024;
/** Time in which orphaned backends should detect that their postmaster has ended. */
const orphanPatienceMs = 1_000;
const orphanDeadlineMs = 8_000;

/** Content of `postmaster.pid`, and the state of that process. */
export type FoundPostmaster = { readonly pid: number; readonly state: 'running' | 'zombie' | 'absent' };

/** Finds the server of this database folder, or its traces; null: it was stopped cleanly. */
export function findPostmaster(home: string): FoundPostmaster | null {
  const lines = readPidFile(home);
  const pid = Number(lines?.[0]);
  if (lines === null || !Number.isSafeInteger(pid) || pid <= 0) return null;
  const state = processState(pid);
  // The PID may belong to another program by now.
  const ours = state === 'running' && processCommand(pid).includes(databaseFolder(home));
  return { pid, state: state === 'running' && !ours ? 'absent' : state };
}

/**
 * Starts the server in a separate session: neither Ctrl-C nor a kill of the process group reaches it, so it survives a
 * crash of Placard and is adopted by the next start.
 */
export function spawnPostmaster(location: DatabaseLocation, socketFolder: string): number | null {
  const logPath = serverLogPath(location.home);
  putAsideWhenLarge(logPath);
  const log = openSync(logPath, 'a', 0o600);
  try {
    if (location.user !== null) chownSync(logPath, location.user.uid, location.user.gid);
    const parameters = [
      '-D',
      databaseFolder(location.home),
      ...serverSettings(socketFolder).flatMap((setting) => ['-c', setting]),
    ];
    const child = spawn(join(location.binaries.folder, 'bin', 'postgres'), parameters, {
      ...asUser(location.user),
      cwd: location.home,
      detached: true,
      stdio: ['ignore', log, log],
    });
    // The caller detects that the process has ended. The reason is in its log.
    child.on('error', () => undefined);
    child.unref();
    return child.pid ?? null;
  } finally {
    closeSync(log);
  }
}

/** Settings of every start: durable, Unix socket only, small. */
function serverSettings(socketFolder: string): readonly string[] {
  return [
    `listen_addresses=`,
    `port=${socketPort}`,
    `unix_socket_directories=${quoteListItem(socketFolder)}`,
    'unix_socket_permissions=0700',
    'fsync=on',
    'synchronous_commit=on',
    'full_page_writes=on',
    'max_connections=60',
    'shared_buffers=64MB',
    'max_wal_size=512MB',
    'io_method=sync',
    'max_worker_processes=4',
    'max_parallel_workers_per_gather=0',
    'jit=off',
    'huge_pages=off',
    'timezone=UTC',
    'log_timezone=UTC',
    // Client errors are only reported to the client. The log contains server messages, so it hardly grows.
    'log_min_messages=log',
    'log_checkpoints=off',
  ];
}

/** A list setting is split at commas and case-folded unless its items are quoted. */
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}

/**
 * Removes the remains of a dead server so that a new one can start: waits for backends that still use its shared
 * memory, ends those that do not exit, and removes PID files whose PID belongs to a zombie or another program. They are
 * only removed if no process uses the folder, because without them PostgreSQL could not detect one.
 */
export async function clearDeadPostmaster(location: {
  readonly home: string;
  readonly socketFolder: string;
}): Promise<void> {
  const { home, socketFolder } = location;
  const folder = databaseFolder(home);
  const startedAt = Date.now();
  let orphans = processesWorkingIn(folder);
  while (orphans.length > 0 && Date.now() - startedAt < orphanDeadlineMs) {
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > orphanPatienceMs) signalAll(orphans, waitedMs > 2 * orphanPatienceMs ? 'SIGKILL' : 'SIGQUIT');
    await delay(50);
    orphans = processesWorkingIn(folder);
  }
  if (orphans.length > 0) throw new Error(`processes of an earlier server do not exit: ${orphans.join(', ')}`);
  // If the system does not report which processes use a folder, the PID file remains and PostgreSQL decides.
  if (process.platform !== 'linux' || sharedMemoryInUse(home)) return;
  rmSync(join(socketFolder, `.s.PGSQL.${socketPort}.lock`), { force: true });
  rmSync(join(folder, 'postmaster.pid'), { force: true });
}

/** Line 7 of `postmaster.pid` contains the shared memory ID. The system counts the attached processes. */
function sharedMemoryInUse(home: string): boolean {
  const id = readPidFile(home)?.[6]?.trim().split(/\s+/)[1];
  if (id === undefined) return false;
  const blocks = readFileSync('/proc/sysvipc/shm', 'utf8').split('\n').slice(1);
  const block = blocks.map((line) => line.trim().split(/\s+/)).find((fields) => fields[1] === id);
  return block !== undefined && Number(block[6]) > 0;
}

export function serverLogPath(home: string): string {
  return join(home, 'postgres.log');
}

/** Returns the server log from a byte offset. */
export function readServerLog(home: string, fromByte: number): string {
  try {
    return readFileSync(serverLogPath(home)).subarray(fromByte).toString('utf8').slice(-4_000);
  } catch {
    // The log does not exist yet.
    return '';
  }
}

export function serverLogSize(home: string): number {
  return statSync(serverLogPath(home), { throwIfNoEntry: false })?.size ?? 0;
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function readPidFile(home: string): readonly string[] | null {
  try {
    return readFileSync(join(databaseFolder(home), 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function putAsideWhenLarge(path: string): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxServerLogBytes) renameSync(path, `${path}.1`);
}
