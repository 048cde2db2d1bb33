/*
 * The supervisor: starts, monitors and restarts the processes of an installation, and does nothing else.
 *
 * - `serve.ts`: the main function. `children.ts`, `manage-child.ts`: one child, with growing delays between restarts.
 * - `manage-database.ts`: the bundled PostgreSQL. `data-folder-lock.ts`: one supervisor per data folder.
 * - `messages.ts`: messages between supervisor and children. `end-on-signal.ts`, `finish-within.ts`: the shutdown.
 *
 * It has no port, no query and no Redis (dependency rule `supervisor-only-keeps-processes`).
 */

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openSnapshotFolder, type SnapshotFolder } from '../../exchange/snapshot/snapshot-folder.ts';
import type { Config } from '../../platform/config/config.ts';
import { servesAll } from '../../platform/config/roles.ts';
import type { Logger } from '../../platform/log/log.ts';
import { refuseUnfinishedRestore } from '../backup/unfinished-restore.ts';
import { type Children, startChildren } from './children.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { endOnSignal } from './end-on-signal.ts';
import { finishWithin, unlessAborted } from './finish-within.ts';
import type { ManagedDatabase } from './manage-database.ts';
import type { PrintedCredentials } from './messages.ts';
import { requireFreePort } from './require-free-port.ts';

const databaseStopMs = 8_500;
const acknowledgePollMs = 20;
/**
 * Milliseconds for which to wait until delivery processes without a supervisor finish their requests and release the
 * port.
 */
const handOverMs = 8_000;

export type ServeOptions = {
  readonly config: Config;
  readonly log: Logger;
  /** Path of the program's entry file, for the children. */
  readonly program: string;
  /** Settings of management, worker and host process that differ from those of this process. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Prints a line for people. */
  print(line: string): void;
  /** Called once when all processes serve. */
  ready(running: { readonly database: string | null }): void;
  /** Called with the credentials that management created, after `ready`. */
  created(credentials: PrintedCredentials): void;
};

/**
 * Runs the supervisor: starts, monitors and restarts the processes of the roles until SIGTERM or SIGINT, and then ends
 * them in order. It does nothing else, so that it has no reason to fail. Source: docs/decisions/0147-supervisor.md.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { config, log } = options;
  const lock = lockDataFolder(config.dataFolder, config.serves);
  const end = endOnSignal(log, process, config.serves.delivery ? config.drainMs : 0);
  const parts: Parts = { children: null, database: null };
  try {
    await start(options, parts, end);
    if (!end.aborted) {
      log.info('ready');
      await unlessAborted(end, new Promise<never>(() => undefined));
    }
  } finally {
    await parts.children?.close();
    const { database } = parts;
    if (database !== null) await finishWithin(databaseStopMs, 'the database', log, database.close);
    lock.release();
  }
}

type Parts = { children: Children | null; database: ManagedDatabase | null };

/** Starts delivery first: with a snapshot, ads are served while the database is still starting. */
async function start(options: ServeOptions, parts: Parts, signal: AbortSignal): Promise<void> {
  const { config } = options;
  const { serves } = config;
  refuseUnfinishedRestore(config.dataFolder);
  const folder = openSnapshotFolder(join(config.dataFolder, 'snapshots'));
  await requireFreePorts(config, folder);
  const isFirstStart = (await folder.currentRevision()) === null;
  const children = startChildren({ ...options, isFirstStart, database: () => parts.database });
  parts.children = children;
  if (config.databaseUrl === null && (serves.management || serves.worker)) {
    parts.database = await startDatabase(options, !isFirstStart, children);
  }
  await unlessAborted(signal, Promise.all([parts.database?.running, children.listening]));
  if (!servesAll(serves)) {
    if (!signal.aborted) options.ready({ database: parts.database?.address()?.description ?? null });
    return;
  }
  const prepared = await unlessAborted(signal, children.prepared);
  await unlessAborted(signal, children.published);
  await untilAcknowledged(folder, { processes: config.deliveryProcesses, revision: prepared?.revision ?? 0 }, signal);
  if (prepared === null || signal.aborted) return;
  children.tellPrepared();
  options.ready({ database: prepared.database });
}

async function startDatabase(
  { config, log, print }: ServeOptions,
  patient: boolean,
  children: Children,
): Promise<ManagedDatabase> {
  // Loaded after the children were started, and only if it is required.
  const { manageDatabase } = await import('./manage-database.ts');
  return manageDatabase({
    config,
    log,
    patient,
    waiting: (reason) => print(`The database is not reachable yet (${reason}). Retrying.`),
    started: children.tellDatabase,
  });
}

async function requireFreePorts(config: Config, folder: SnapshotFolder): Promise<void> {
  const { host, serves } = config;
  if (config.metricsPort !== null) {
    await requireFreePort({ host, port: config.metricsPort, setting: 'PLACARD_METRICS_PORT' });
  }
  if (serves.management) {
    await requireFreePort({ host, port: config.managementPort, setting: 'PORT' });
  }
  if (serves.delivery) {
    const left = await folder.acknowledgements();
    await requireFreePort({
      host,
      port: config.deliveryPort,
      setting: 'PLACARD_DELIVERY_PORT',
      ...(left.length > 0 && { patienceMs: handOverMs }),
    });
  }
}

/** Waits until every delivery process serves the published snapshot, which has at least this revision. */
async function untilAcknowledged(
  folder: SnapshotFolder,
  wanted: { readonly processes: number; readonly revision: number },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const revision = (await folder.currentRevision()) ?? -1;
    const serving = (await folder.acknowledgements()).filter((entry) => entry.revision === revision);
    if (revision >= wanted.revision && serving.length >= wanted.processes) return;
    await delay(acknowledgePollMs);
  }
}
