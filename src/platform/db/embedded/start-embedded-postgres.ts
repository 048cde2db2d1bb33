/*
 * The bundled PostgreSQL of an installation without `DATABASE_URL`.
 *
 * - `start-embedded-postgres.ts`: starts, adopts or restarts it. `initialise-database.ts`: the first start.
 * - `postmaster.ts`, `process-state.ts`, `find-running-embedded.ts`: the server process, also one of an earlier start.
 * - `find-binaries.ts`, `locate-database.ts`, `socket-folder.ts`, `database-user.ts`: files, sockets and the operating
 *   system user.
 *
 * See docs/decisions/0004-bundled-postgresql.md.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../log/log.ts';
import { lowerSessionPriority } from '../../process/lower-priority.ts';
import { askServer, connectionUrl, createOwnDatabase, ensureRuntimeRole } from './ask-server.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import {
  initialiseDatabase,
  keepRuntimePassword,
  lastReason,
  readPassword,
  runtimeRole,
} from './initialise-database.ts';
import { type DatabaseLocation, locateDatabase } from './locate-database.ts';
import {
  clearDeadPostmaster,
  findPostmaster,
  readServerLog,
  serverLogSize,
  signalAll,
  spawnPostmaster,
} from './postmaster.ts';
import { processState } from './process-state.ts';
import { prepareSocketFolder } from './socket-folder.ts';

/** After a crash the server first replays its write-ahead log, which may take long and is not a failure. */
const startDeadlineMs = 300_000;
const askEveryMs = 25;
const watchEveryMs = 200;
const firstRestartDelayMs = 100;
const maxRestartDelayMs = 5_000;
const fastShutdownMs = 5_000;
const immediateShutdownMs = 3_000;

export type EmbeddedPostgres = {
  /** URL with the runtime role. */
  readonly url: string;
  /** URL with the owner of the tables. */
  readonly ownerUrl: string;
  /** User and location, for the log and `placard doctor`. */
  readonly location: DatabaseLocation;
  /** How this start obtained the server. */
  readonly origin: 'adopted' | 'started' | 'created';
  /** PID of the server; null: it is being restarted. */
  pid(): number | null;
  /** Number of restarts after unexpected ends. */
  restarts(): number;
  /** Stops the server: fast, and immediately after a deadline. */
  stop(): Promise<void>;
};

type Server = {
  readonly location: DatabaseLocation;
  readonly socketFolder: string;
  readonly url: string;
  readonly log: Logger;
  /** Aborts waiting for the server. */
  readonly given: AbortSignal;
};

/**
 * Provides the bundled PostgreSQL: created on the first start, adopted if it survived a crash of Placard, started
 * otherwise, and restarted when it dies. Throws `EmbeddedPostgresError` if it cannot run here. The caller must hold the
 * lock of the data folder.
 */
export async function startEmbeddedPostgres(options: {
  readonly dataFolder: string;
  readonly log: Logger;
  /** Aborts the waiting, also during a later restart. */
  readonly signal?: AbortSignal;
}): Promise<EmbeddedPostgres> {
  const { log } = options;
  const supervision = new AbortController();
  const given = AbortSignal.any([supervision.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const location = await locateDatabase(options);
  const created = await initialiseDatabase(location);
  const socketFolder = prepareSocketFolder(location.home, location.user);
  const url = connectionUrl(socketFolder, readPassword(location.home));
  const server: Server = { location, socketFolder, log, url, given };
  const adopted = await adopt(server);
  let pid: number | null = adopted ?? (await start(server));
  lowerSessionPriority(pid, 'background');
  await createOwnDatabase(server.url);
  const runtimePassword = keepRuntimePassword(location.home);
  await ensureRuntimeRole(server.url, runtimePassword);
  const origin = adopted !== null ? 'adopted' : created === 'created' ? 'created' : 'started';
  log.info(
    { server: pid, home: location.home, user: location.user?.name },
    `PostgreSQL ${location.binaries.version} is ${origin}`,
  );
  let restarts = 0;
  const ended = supervise(server, {
    pid: () => pid,
    changed: (now) => {
      pid = now;
      if (now === null) return;
      lowerSessionPriority(now, 'background');
      restarts += 1;
    },
  });
  return {
    url: connectionUrl(socketFolder, runtimePassword, runtimeRole),
    ownerUrl: server.url,
    location,
    origin,
    pid: () => pid,
    restarts: () => restarts,
    stop: async () => {
      supervision.abort();
      await ended;
      await stop(server);
      pid = null;
    },
  };
}

/** Returns the PID of a server that is running and responds; null: a new one must be started. */
async function adopt(server: Server): Promise<number | null> {
  const found = findPostmaster(server.location.home);
  if (found?.state !== 'running') return null;
  const answer = await waitForAnswer(server, found.pid);
  if (answer === 'silent') {
    throw new EmbeddedPostgresError(
      `the server with PID ${found.pid} is running but does not respond on ${server.socketFolder}`,
    );
  }
  // It was shutting down, so a new one can be started.
  return answer === 'ready' ? found.pid : null;
}

async function start(server: Server): Promise<number> {
  const { home } = server.location;
  await clearDead(server);
  const logStart = serverLogSize(home);
  const pid = spawnPostmaster(server.location, server.socketFolder);
  const answer = pid === null ? 'gone' : await waitForAnswer(server, pid);
  if (pid !== null && answer === 'ready') return pid;
  const reason = lastReason(readServerLog(home, logStart)) || 'it ended without a message';
  throw new EmbeddedPostgresError(answer === 'silent' ? `it does not respond on ${server.socketFolder}` : reason);
}

async function clearDead(server: Server): Promise<void> {
  const found = findPostmaster(server.location.home);
  if (found !== null)
    server.log.info({ server: found.pid, state: found.state }, 'removing the remains of a dead PostgreSQL server');
  try {
    await clearDeadPostmaster({ home: server.location.home, socketFolder: server.socketFolder });
  } catch (error) {
    throw new EmbeddedPostgresError((error as Error).message, { cause: error });
  }
}

/** Polls until the server responds, ends, or has been silent for too long. */
async function waitForAnswer(server: Server, pid: number): Promise<'ready' | 'gone' | 'silent'> {
  const deadline = Date.now() + startDeadlineMs;
  while (Date.now() < deadline && !server.given.aborted) {
    const answer = await askServer(server.url);
    if (answer === 'refused')
      throw new EmbeddedPostgresError(`the password in ${server.location.home} does not match the database`);
    if (answer === 'ready') return 'ready';
    if (processState(pid) !== 'running') return 'gone';
    await delay(askEveryMs);
  }
  return 'silent';
}

/** Monitors the server and restarts it with backoff until it is stopped. */
async function supervise(
  server: Server,
  watched: { pid(): number | null; changed(pid: number | null): void },
): Promise<void> {
  let failures = 0;
  while (await pause(watched.pid() === null ? restartDelay(failures) : watchEveryMs, server.given)) {
    const pid = watched.pid();
    if (pid !== null && processState(pid) === 'running') continue;
    if (pid !== null) {
      server.log.error({ server: pid }, 'PostgreSQL ended unexpectedly; restarting');
      watched.changed(null);
    }
    try {
      watched.changed(await start(server));
      failures = 0;
      server.log.warn({ server: watched.pid() }, 'PostgreSQL is running again');
    } catch (error) {
      failures += 1;
      server.log.error({ err: error, failures }, 'PostgreSQL failed to start');
    }
  }
}

function restartDelay(failures: number): number {
  return Math.min(maxRestartDelayMs, failures === 0 ? 0 : firstRestartDelayMs * 2 ** Math.min(failures, 10));
}

/** Returns false if the signal ended the pause. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  try {
    await delay(milliseconds, undefined, { signal });
    return true;
  } catch {
    // The signal is not a failure.
    return false;
  }
}

async function stop(server: Server): Promise<void> {
  const found = findPostmaster(server.location.home);
  if (found?.state !== 'running') return;
  signalAll([found.pid], 'SIGINT');
  if (await endsWithin(found.pid, fastShutdownMs)) return;
  server.log.warn({ server: found.pid }, 'PostgreSQL does not exit; stopping it immediately');
  signalAll([found.pid], 'SIGQUIT');
  if (!(await endsWithin(found.pid, immediateShutdownMs))) {
    server.log.error({ server: found.pid }, 'PostgreSQL is still running; the next start adopts it');
  }
}

async function endsWithin(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (processState(pid) === 'running') {
    if (Date.now() > deadline) return false;
    await delay(20);
  }
  return true;
}
