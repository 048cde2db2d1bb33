/*
 * Communication between hosts. Inactive without `REDIS_URL`.
 *
 * - `start-host-agent.ts` starts the transports of one host: `snapshots/`, `segments/`, `journal/`, `pacing/`,
 *   `decisions/`.
 * - `host-link.ts` is the connection: Redis, the file store, and the state of both.
 * - `host-states.ts`, `host-directory.ts` and `heartbeat.ts` report the running hosts and what they serve.
 *
 * The agent copies between the data folder of its host and Redis or the store. No request waits for it. It does not
 * interpret the data: formats belong to `exchange`. See docs/internals/hosts.md.
 */

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openSegmentFolder } from '../exchange/audience/segment-folder.ts';
import { createJournalArchive } from '../exchange/journal/journal-archive.ts';
import { openPacingFolder } from '../exchange/plan/pacing-folder.ts';
import { openSnapshotFolder } from '../exchange/snapshot/snapshot-folder.ts';
import { historyFolderOf, startSnapshotHistory } from '../exchange/snapshot-history/keep-history.ts';
import type { Config } from '../platform/config/config.ts';
import { runRetryLoop } from '../platform/process/retry-loop.ts';
import { createDecisionPull } from './decisions/pull-decisions.ts';
import { createDecisionPush } from './decisions/push-decisions.ts';
import { deploymentFingerprint } from './deployment-fingerprint.ts';
import type { HostLink } from './host-link.ts';
import { createHostShutdown } from './host-shutdowns.ts';
import { createJournalShipper } from './journal/ship-journal.ts';
import { createUpdateListener } from './listen-for-updates.ts';
import { carryPacing } from './pacing/carry-pacing.ts';
import { createViewRelay, type Views } from './pacing/relay-views.ts';
import { openSharedPacing } from './pacing/shared-pacing.ts';
import { startSegmentPull } from './segments/pull-segments.ts';
import { startSnapshotPull } from './snapshots/pull-snapshots.ts';

const shipMs = 250;
const planMs = 250;
const viewsMs = 100;
const settleMs = 5_000;
const decisionsMs = 5_000;
/** Time limit at shutdown for the roll-up of remaining segments. After that they remain on the host. */
const lastSettleMs = 1_500;
const lastSettlePollMs = 100;

/** Exchange between the data folder of a host, which its delivery processes use, and all other hosts. */
export type HostAgent = {
  /** Adds views of a process of this host. */
  shown(views: Views): void;
  /** Sends the stored views to a new process. */
  history(tell: (views: Views) => void): void;
  /** Epoch ms up to which its journal is in the streams. */
  throughMs(): number;
  /** Sends all journaled events. Call after the last write. */
  finish(): Promise<void>;
  close(): Promise<void>;
};

/** Sends data to the delivery processes of this host. */
export type ToProcesses = { hear(views: Views): void };

type AgentOptions = {
  readonly config: Config;
  readonly link: HostLink;
  readonly secret: string;
  readonly toProcesses: ToProcesses;
};

/**
 * Starts the exchange between this host and the others: snapshots and plans to it; events, counts and views from it. No
 * request waits for it. Source: docs/decisions/0090-hosts.md.
 */
export function startHostAgent(options: AgentOptions): HostAgent {
  const { config, link, toProcesses } = options;
  const { dataFolder, serves } = config;
  const { host, redis, log } = link;
  const end = new AbortController();
  const folderPath = join(dataFolder, 'snapshots');
  const folder = openSnapshotFolder(folderPath);
  const journalFolder = join(dataFolder, 'journal');
  const shipper = createJournalShipper({ redis, host, journalFolder, log });
  const archive = createJournalArchive({ journalFolder, store: link.store, host });
  const pacing = carryPacing({ host, local: openPacingFolder(dataFolder), shared: openSharedPacing(redis), shipper });
  const relay = createViewRelay(link, { tell: toProcesses.hear });
  // Management replays decisions and renders previews with the served snapshots.
  const pull =
    serves.delivery || serves.management
      ? startSnapshotPull({ link, folder, folderPath, secret: deploymentFingerprint(options.secret) })
      : null;
  const history =
    serves.management && config.decisionBytes > 0
      ? startSnapshotHistory({
          snapshotFolder: folderPath,
          historyFolder: historyFolderOf(dataFolder),
          maxBytes: config.decisionBytes,
          log,
        })
      : null;
  const { push } = createDecisionPush({ store: link.store, host, dataFolder });
  const others = createDecisionPull({ store: link.store, redis, host, dataFolder });
  const ended = createHostShutdown({ redis, host });
  const segments = serves.delivery ? startSegmentPull(link, openSegmentFolder(join(dataFolder, 'segments'))) : null;
  const listen = createUpdateListener(link, { relay, notice: () => pull?.notice() });

  const task = (pauseMs: number, failureMessage: string, work: () => Promise<unknown>) =>
    runRetryLoop({ task: async () => void (await work()), pauseMs, failureMessage, log, signal: end.signal });
  const forDelivery = () => [
    task(shipMs, 'Events cannot be sent; they remain in the journal of this host', pacing.ship),
    task(viewsMs, 'Frequency-cap views cannot be sent to other hosts', relay.send),
    task(0, 'Notices of other hosts cannot be received; polling instead', listen),
    task(settleMs, 'Journal segments cannot be settled; they remain on this host', settle),
    task(decisionsMs, 'Decisions cannot be shared; they are visible on this host only', push),
    task(decisionsMs, 'The return of this host cannot be announced to other hosts', ended.begin),
  ];
  const running = [
    ...(serves.delivery || serves.management
      ? [task(planMs, 'Pacing plan cannot be received; using the last one', pacing.followPlan)]
      : []),
    ...(serves.delivery ? forDelivery() : []),
    ...(serves.management ? [task(decisionsMs, 'Decisions of other hosts cannot be received', others.pull)] : []),
  ];

  async function settle(): Promise<void> {
    await shipper.settle();
    await archive.send();
  }

  return {
    shown: relay.note,
    history: (tell) => {
      // Without Redis there is no history. The process starts with its own views.
      relay.history(tell).catch((error: unknown) => log.debug({ err: error }, 'History of views is unavailable'));
    },
    throughMs: shipper.throughMs,
    async finish() {
      if (!serves.delivery) return;
      await Promise.all([ended.say(), relay.send()].map((said) => said.catch(() => undefined)));
      if (await pacing.ship()) await shipper.announceEnd();
    },
    async close() {
      end.abort();
      await Promise.all(running);
      await pull?.close();
      await history?.close();
      await segments?.close();
      if (!serves.delivery) return;
      await Promise.race([push(true).catch(() => undefined), delay(lastSettleMs)]);
      const deadlineMs = performance.now() + lastSettleMs;
      do {
        await shipper.settle(true);
        await delay(lastSettlePollMs);
      } while (performance.now() < deadlineMs && (await shipper.waits()));
      await archive.send();
    },
  };
}
