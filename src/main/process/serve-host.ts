import { join } from 'node:path';
import type { HostLink, openHostLink } from '../../cluster/host-link.ts';
import { loadHostName } from '../../cluster/host-name.ts';
import type { Views } from '../../cluster/pacing/relay-views.ts';
import type { HostAgent, startHostAgent } from '../../cluster/start-host-agent.ts';
import { openSnapshotFolder } from '../../exchange/snapshot/snapshot-folder.ts';
import type { Config } from '../../platform/config/config.ts';
import { loadSecret } from '../../platform/keys/derive-key.ts';
import type { Logger } from '../../platform/log/log.ts';
import { finishWithin, unlessAborted } from '../supervisor/finish-within.ts';
import type { ShownMessage } from '../supervisor/messages.ts';
import { type HostHeartbeat, startHostHeartbeat } from './host-heartbeat.ts';
import { endBeforeDelivery, joinSupervisor, runSupervised, type Supervised } from './supervised.ts';

/**
 * Milliseconds that each part of the link to other hosts may take to close. Remaining data stays in the data folder.
 */
const agentMs = 2_000;
const oomScore = 100;

/** Modules for serving with other hosts. */
type Others = {
  readonly openHostLink: typeof openHostLink;
  readonly startHostAgent: typeof startHostAgent;
};

type Options = { readonly config: Config; readonly log: Logger };

/**
 * Runs the host process: reports the state of this host, serves the metrics port, and exchanges data with other hosts.
 * Returns the exit code.
 */
export async function serveHost(options: Options): Promise<number> {
  // The Redis client consists of hundreds of modules, so it is loaded only if it is used, and before the first message
  // is received, so that none is missed.
  const others =
    options.config.redisUrl === null
      ? null
      : { ...(await import('../../cluster/host-link.ts')), ...(await import('../../cluster/start-host-agent.ts')) };
  const supervised = joinSupervisor('host');
  endBeforeDelivery(oomScore);
  return runSupervised('host', options.log, () => carry(options, supervised, others));
}

async function carry({ config, log }: Options, supervised: Supervised, others: Others | null): Promise<void> {
  const host = loadHostName(config.dataFolder);
  const link = others?.openHostLink(config, { host, log }) ?? null;
  const agent = others === null || link === null ? null : startAgent(config, { ...others, link }, supervised);
  const heartbeat = showLife({ config, log, host, link, agent }, supervised);
  const watch =
    config.metricsPort === null
      ? null
      : await startWatch(config.metricsPort, { config, log, host, heartbeat }, supervised);
  const openData = await startExport(config, host, log);
  supervised.tell({ type: 'listening' });
  await unlessAborted(supervised.end, new Promise<never>(() => undefined));
  await finishWithin(agentMs, 'export of open data', log, async () => openData?.close());
  await finishWithin(agentMs, 'other hosts', log, async () => agent?.close());
  await finishWithin(agentMs, 'signs of heartbeat', log, async () => {
    await watch?.close();
    await heartbeat.close();
  });
  await finishWithin(agentMs, 'connections', log, async () => link?.close());
}

/** Exports the events and decisions of this host. null: open data is disabled, or this host serves no ads. */
async function startExport(config: Config, host: string, log: Logger): Promise<{ close(): Promise<void> } | null> {
  if (config.openDataDays === 0 || !config.serves.delivery) return null;
  const { startOpenDataExport } = await import('../../worker/open-data/export/start-open-data-export.ts');
  const { store, dataFolder } = config;
  return startOpenDataExport({ host, store, dataFolder, log: log.child({ part: 'open-data' }) });
}

/** With Redis, this host serves together with others. */
function startAgent(
  config: Config,
  { link, startHostAgent }: Others & { readonly link: HostLink },
  supervised: Supervised,
): HostAgent {
  const toDelivery = (number: number | null, views: Views) =>
    supervised.tell({ type: 'toDelivery', number, message: shown(views) });
  const agent = startHostAgent({
    config,
    link,
    secret: loadSecret({ configured: config.secret, dataFolder: config.dataFolder }),
    toProcesses: { hear: (views) => toDelivery(null, views) },
  });
  supervised.hear((message) => {
    if (message.type === 'shown') agent.shown(message.views);
    if (message.type === 'begun') agent.history((views) => toDelivery(message.number, views));
    if (message.type === 'finish') {
      void finishWithin(agentMs, 'journal transfer to other hosts', link.log, agent.finish).then(() =>
        supervised.tell({ type: 'finished' }),
      );
    }
  });
  return agent;
}

function showLife(
  parts: Options & { readonly host: string; readonly link: HostLink | null; readonly agent: HostAgent | null },
  supervised: Supervised,
): HostHeartbeat {
  const { config, host, link, log, agent } = parts;
  const heartbeat = startHostHeartbeat({
    config,
    host,
    link,
    folder: openSnapshotFolder(join(config.dataFolder, 'snapshots')),
    log,
    of: {
      engines: () => link?.engines.states() ?? { redis: 'unused', store: 'ok' },
      components: supervised.components,
      throughMs: () => agent?.throughMs() ?? null,
    },
    seen({ engines: states }) {
      if (link === null) return;
      supervised.tell({ type: 'toDelivery', number: null, message: { type: 'engines', states } });
    },
  });
  supervised.hear((message) => {
    if (message.type === 'drain') heartbeat.drain();
    // Without other hosts, there is nothing to transfer.
    if (message.type === 'finish' && agent === null) supervised.tell({ type: 'finished' });
  });
  return heartbeat;
}

async function startWatch(
  port: number,
  parts: Options & { readonly host: string; readonly heartbeat: HostHeartbeat },
  supervised: Supervised,
) {
  // Loaded only if the metrics port is set.
  const { watchHost } = await import('./watch-host.ts');
  return watchHost({ ...parts, port, supervised });
}

/** Views of another host's processes are handled like those of this host's processes. */
function shown(views: Views): ShownMessage {
  return { type: 'shown', views: views as ShownMessage['views'] };
}
