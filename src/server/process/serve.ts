import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { openSnapshotFolder, type SnapshotFolder } from '../snapshot-file/snapshot-folder.ts';
import type { ControlPlane } from './control-plane.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { type DeliveryProcess, keepDeliveryProcess } from './delivery-process.ts';
import { endOnSignal } from './end-on-signal.ts';
import { finishWithin, unlessAborted } from './finish-within.ts';
import { requireFreePort } from './require-free-port.ts';

const databaseStopMs = 8_500;
const acknowledgePollMs = 20;

export type ServeOptions = {
  readonly config: Config;
  readonly log: Logger;
  /** Path of the program's entry, for the delivery processes. */
  readonly program: string;
  /** Lines for people. */
  print(line: string): void;
  /** Called once when everything serves, before people are told. */
  prepared(running: { readonly control: ControlPlane | null; readonly signal: AbortSignal }): Promise<void>;
  /** Called when it is ready. */
  ready(running: { readonly control: ControlPlane | null }): void;
};

type Parts = { delivery: readonly DeliveryProcess[]; control: ControlPlane | null };

/** Runs the role until SIGTERM or SIGINT, then ends every part in order. */
export async function serve(options: ServeOptions): Promise<void> {
  const { config, log } = options;
  const lock = lockDataFolder(config.dataFolder, config.role);
  const end = endOnSignal(log, process);
  const parts: Parts = { delivery: [], control: null };
  try {
    await start(options, parts, end);
    if (!end.aborted) {
      log.info('ready');
      options.ready(parts);
      await unlessAborted(end, new Promise<never>(() => undefined));
    }
  } finally {
    await drain(parts, log);
    lock.release();
  }
}

/** Delivery first: when there is a snapshot, ads go on while the database is still coming up. */
async function start(options: ServeOptions, parts: Parts, signal: AbortSignal): Promise<void> {
  const { config } = options;
  const snapshotFolder = openSnapshotFolder(join(config.dataFolder, 'snapshots'));
  await requireFreePorts(config);
  if (config.role === 'all' || config.role === 'delivery') {
    parts.delivery = Array.from({ length: config.deliveryProcesses }, (_, number) =>
      keepDeliveryProcess({
        ...options,
        number,
        shown: (views) => {
          for (const [other, process] of parts.delivery.entries()) if (other !== number) process.hear(views);
        },
      }),
    );
  }
  const listening = Promise.all(parts.delivery.map((process) => process.listening));
  // It is awaited below; a failure meanwhile must not count as unhandled.
  listening.catch(() => undefined);
  if (config.role !== 'delivery') {
    // Loaded after the delivery processes were started, since loading takes as long as their whole start.
    const { startControlPlane } = await import('./control-plane.ts');
    parts.control = await startControlPlane({
      ...options,
      snapshotFolder,
      signal,
      patient: (await snapshotFolder.currentRevision()) !== null,
      waiting: (reason) => options.print(`The database does not answer yet (${reason}); trying again.`),
    });
  }
  await unlessAborted(signal, listening);
  if (config.role === 'all' && parts.control !== null) {
    await unlessAborted(signal, parts.control.published);
    await untilAcknowledged(snapshotFolder, config.deliveryProcesses, signal);
  }
  await unlessAborted(signal, options.prepared({ control: parts.control, signal }));
}

async function requireFreePorts(config: Config): Promise<void> {
  const { host, role } = config;
  if (role === 'all' || role === 'management') {
    await requireFreePort({ host, port: config.managementPort, setting: 'PORT' });
  }
  if (role === 'all' || role === 'delivery') {
    await requireFreePort({ host, port: config.deliveryPort, setting: 'PLACARD_DELIVERY_PORT' });
  }
}

/** Until every delivery process serves the published snapshot. */
async function untilAcknowledged(folder: SnapshotFolder, processes: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const revision = await folder.currentRevision();
    const serving = (await folder.acknowledgements()).filter((entry) => entry.revision === revision);
    if (serving.length >= processes) return;
    await delay(acknowledgePollMs);
  }
}

/** Delivery stops and closes its journals, the roll-up counts what they hold, management ends, PostgreSQL comes last. */
async function drain(parts: Parts, log: Logger): Promise<void> {
  await Promise.all(parts.delivery.map((process) => process.close()));
  const { control } = parts;
  if (control === null) return;
  await control.drain();
  await finishWithin(databaseStopMs, 'the database', log, () => control.database.close());
}
