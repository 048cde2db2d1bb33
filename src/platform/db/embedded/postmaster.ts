import { spawn } from 'node:child_process';
import { chownSync, closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseFolder } from './initialise-database.ts';
import { asUser, type DatabaseLocation } from './locate-database.ts';
import { processCommand, processesWorkingIn, processState } from './process-state.ts';
import { socketPort } from './socket-folder.ts';

const maxServerLogBytes = 10 * 1024 * 1024;
/** How long orphaned backends get to notice by themselves that their postmaster has gone. */
const orphanPatienceMs = 1_000;
const orphanDeadlineMs = 8_000;

/** What `postmaster.pid` says, and what became of that process. */
export type FoundPostmaster = { readonly pid: number; readonly state: 'running' | 'zombie' | 'absent' };

/** The server that works on this database folder, or the traces of one; null when it was stopped cleanly. */
export function findPostmaster(home: string): FoundPostmaster | null {
  const lines = readPidFile(home);
  const pid = Number(lines?.[0]);
  if (lines === null || !Number.isSafeInteger(pid) || pid <= 0) return null;
  const state = processState(pid);
  // The number may belong to another program by now.
  const ours = state === 'running' && processCommand(pid).includes(databaseFolder(home));
  return { pid, state: state === 'running' && !ours ? 'absent' : state };
}

/**
 * Starts the server in a session of its own: neither Ctrl-C nor a kill of our process group reaches it, so it outlives
 * a crash of ours and is adopted by the next start.
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
    // Whoever waits for it sees that it is gone; the reason stands in its log.
    child.on('error', () => undefined);
    child.unref();
    return child.pid ?? null;
  } finally {
    closeSync(log);
  }
}

/** Durable, on the Unix socket only, small: the settings of every start. */
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
    // What a client did wrong is told to that client; the file keeps what concerns the server, so it hardly grows.
    'log_min_messages=log',
    'log_checkpoints=off',
  ];
}

/** A list setting splits at commas and folds case unless its items are quoted. */
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}

/**
 * Clears what a dead server left, so that a new one can start: waits for backends that still hold its shared memory,
 * ends those that do not notice, and removes pid files whose number a zombie or a stranger holds.
 * They go only when nobody works in the folder any more: without it PostgreSQL could not tell.
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
  if (orphans.length > 0) throw new Error(`processes of an earlier server do not end: ${orphans.join(', ')}`);
  // Where the system does not tell who works in a folder, the pid file stays and PostgreSQL decides itself.
  if (process.platform !== 'linux' || sharedMemoryInUse(home)) return;
  rmSync(join(socketFolder, `.s.PGSQL.${socketPort}.lock`), { force: true });
  rmSync(join(folder, 'postmaster.pid'), { force: true });
}

/** Line 7 of `postmaster.pid` names the shared memory block; the system counts who is attached to it. */
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

/** What the server wrote into its log from this byte on. */
export function readServerLog(home: string, fromByte: number): string {
  try {
    return readFileSync(serverLogPath(home)).subarray(fromByte).toString('utf8').slice(-4_000);
  } catch {
    // It never came to write one.
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
