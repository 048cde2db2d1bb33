import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { refuseUnfinishedRestore } from '../backup/unfinished-restore.ts';
import type { Config } from '../config/config.ts';
import { servesAll } from '../config/roles.ts';
import { type HostLink, openHostLink } from '../host/host-link.ts';
import { loadHostName } from '../host/host-name.ts';
import type { Views } from '../host/relay-views.ts';
import { type HostAgent, startHostAgent } from '../host/start-host-agent.ts';
import { loadSecret } from '../keys/derive-key.ts';
import type { Logger } from '../log.ts';
import { openSnapshotFolder, type SnapshotFolder } from '../snapshot-file/snapshot-folder.ts';
import type { ControlPlane } from './control-plane.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import type { Shown, ToDelivery } from './delivery-messages.ts';
import { type DeliveryProcess, keepDeliveryProcess } from './delivery-process.ts';
import { endOnSignal } from './end-on-signal.ts';
import { finishWithin, unlessAborted } from './finish-within.ts';
import { type HostLife, startHostLife } from './host-life.ts';
import { requireFreePort } from './require-free-port.ts';
import type { HostWatch } from './watch-host.ts';

const databaseStopMs = 8_500;
/** How long each part of the link to other hosts may take to end; what is left stays in the data folder. */
const agentMs = 2_000;
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

type Parts = {
  delivery: readonly DeliveryProcess[];
  control: ControlPlane | null;
  link: HostLink | null;
  agent: HostAgent | null;
  life: HostLife | null;
  watch: HostWatch | null;
};

/** Runs the role until SIGTERM or SIGINT, then ends every part in order. */
export async function serve(options: ServeOptions): Promise<void> {
  const { config, log } = options;
  const lock = lockDataFolder(config.dataFolder, config.serves);
  const end = endOnSignal(log, process, config.serves.delivery ? config.drainMs : 0);
  const parts: Parts = { delivery: [], control: null, link: null, agent: null, life: null, watch: null };
  try {
    await start(options, parts, end);
    if (!end.aborted) {
      log.info('ready');
      options.ready(parts);
      await unlessAborted(end, new Promise<never>(() => undefined));
    }
  } finally {
    await drain(parts, options);
    lock.release();
  }
}

/** Delivery first: when there is a snapshot, ads go on while the database is still coming up. */
async function start(options: ServeOptions, parts: Parts, signal: AbortSignal): Promise<void> {
  const { config } = options;
  refuseUnfinishedRestore(config.dataFolder);
  const snapshotFolder = openSnapshotFolder(join(config.dataFolder, 'snapshots'));
  await requireFreePorts(config);
  joinHosts(options, parts);
  if (config.serves.delivery) {
    parts.delivery = Array.from({ length: config.deliveryProcesses }, (_, number) =>
      keepDeliveryProcess({
        ...options,
        number,
        shown: (message) => {
          for (const [other, process] of parts.delivery.entries()) if (other !== number) process.tell(message);
          parts.agent?.shown(message.views);
        },
        begun: () => parts.agent?.history((views) => parts.delivery[number]?.tell(shown(views))),
      }),
    );
  }
  await showLife(options, parts, snapshotFolder);
  const listening = Promise.all(parts.delivery.map((process) => process.listening));
  // It is awaited below; a failure meanwhile must not count as unhandled.
  listening.catch(() => undefined);
  if (config.serves.management || config.serves.worker) {
    // Loaded after the delivery processes were started, since loading takes as long as their whole start.
    const { startControlPlane } = await import('./control-plane.ts');
    parts.control = await startControlPlane({
      ...options,
      snapshotFolder,
      link: parts.link,
      registry: parts.watch?.metrics.registry ?? null,
      signal,
      patient: (await snapshotFolder.currentRevision()) !== null,
      waiting: (reason) => options.print(`The database does not answer yet (${reason}); trying again.`),
    });
  }
  await unlessAborted(signal, listening);
  if (servesAll(config.serves) && parts.control !== null) {
    await unlessAborted(signal, parts.control.published);
    await untilAcknowledged(snapshotFolder, config.deliveryProcesses, signal);
  }
  await unlessAborted(signal, options.prepared({ control: parts.control, signal }));
}

/** With a Redis this host serves with others. */
function joinHosts({ config, log }: ServeOptions, parts: Parts): void {
  parts.link = openHostLink(config, { host: loadHostName(config.dataFolder), log });
  if (parts.link === null) return;
  const tellAll = (message: ToDelivery) => {
    for (const process of parts.delivery) process.tell(message);
  };
  parts.agent = startHostAgent({
    config,
    link: parts.link,
    secret: loadSecret({ configured: config.secret, dataFolder: config.dataFolder }),
    toProcesses: { hear: (views) => tellAll(shown(views)) },
  });
}

/** Says what this host is, to other hosts and to whoever watches it. */
async function showLife(options: ServeOptions, parts: Parts, folder: SnapshotFolder): Promise<void> {
  const { config, log } = options;
  const { link } = parts;
  const host = loadHostName(config.dataFolder);
  parts.life = startHostLife({
    config,
    host,
    link,
    folder,
    log,
    of: {
      engines: () => link?.engines.states() ?? { redis: 'unused', store: 'ok' },
      restarts: () => parts.delivery.reduce((sum, process) => sum + process.restarts(), 0),
      throughMs: () => parts.agent?.throughMs() ?? null,
    },
    seen({ engines: states }) {
      if (link !== null) for (const process of parts.delivery) process.tell({ type: 'engines', states });
    },
  });
  if (config.metricsPort === null) return;
  // Loaded only where somebody watches, and after the delivery processes were started.
  const { watchHost } = await import('./watch-host.ts');
  parts.watch = await watchHost({
    port: config.metricsPort,
    config,
    host,
    log,
    life: parts.life,
    control: () => parts.control,
    others: async () =>
      (await Promise.all(parts.delivery.map((process) => process.measure()))).filter((metrics) => metrics !== null),
  });
}

/** What came from a process of another host is what a process of this one would have told. */
function shown(views: Views): Shown {
  return { type: 'shown', views: views as Shown['views'] };
}

async function requireFreePorts(config: Config): Promise<void> {
  const { host, serves } = config;
  if (config.metricsPort !== null) {
    await requireFreePort({ host, port: config.metricsPort, setting: 'PLACARD_METRICS_PORT' });
  }
  if (serves.management) {
    await requireFreePort({ host, port: config.managementPort, setting: 'PORT' });
  }
  if (serves.delivery) {
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

/**
 * Delivery stops and closes its journals, which go to the roll-up; it counts what they hold, management ends, PostgreSQL comes
 * last.
 */
async function drain(parts: Parts, { config, log }: ServeOptions): Promise<void> {
  if (parts.delivery.length > 0 && config.drainMs > 0) {
    parts.life?.drain();
    for (const process of parts.delivery) process.tell({ type: 'drain' });
    await delay(config.drainMs);
  }
  await Promise.all(parts.delivery.map((process) => process.close()));
  const { control, agent, link, life, watch } = parts;
  await finishWithin(agentMs, 'events to other hosts', log, async () => agent?.finish());
  await control?.drain();
  await finishWithin(agentMs, 'other hosts', log, async () => agent?.close());
  await finishWithin(agentMs, 'signs of life', log, async () => {
    await watch?.close();
    await life?.close();
  });
  await finishWithin(agentMs, 'connections', log, async () => link?.close());
  if (control !== null) await finishWithin(databaseStopMs, 'the database', log, () => control.database.close());
}
