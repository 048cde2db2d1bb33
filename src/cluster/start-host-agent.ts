/*
 * Communication between hosts. Without `REDIS_URL` nothing here runs.
 *
 * - `start-host-agent.ts` starts the carriers of one host: `snapshots/`, `segments/`, `journal/`, `pacing/`,
 *   `decisions/`.
 * - `host-link.ts` is the connection: Redis, the file store, and the state of both.
 * - `host-states.ts`, `host-directory.ts` and `say-life.ts` tell which hosts run and what they serve.
 *
 * The agent copies between the data folder of its host and Redis or the store. No request waits for it. It interprets
 * nothing: formats belong to `exchange`. See docs/internals/hosts.md.
 */

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openSegmentFolder } from '../exchange/audience/segment-folder.ts';
import { createJournalArchive } from '../exchange/journal/journal-archive.ts';
import { openPacingFolder } from '../exchange/plan/pacing-folder.ts';
import { openSnapshotFolder } from '../exchange/snapshot/snapshot-folder.ts';
import { historyFolderOf, startSnapshotHistory } from '../exchange/snapshot-history/keep-history.ts';
import type { Config } from '../platform/config/config.ts';
import { keepDoing } from '../platform/process/keep-doing.ts';
import { createDecisionPull } from './decisions/pull-decisions.ts';
import { createDecisionPush } from './decisions/push-decisions.ts';
import { createHostEnd } from './host-ends.ts';
import type { HostLink } from './host-link.ts';
import { createJournalShipper } from './journal/ship-journal.ts';
import { createNewsListener } from './listen-for-news.ts';
import { carryPacing } from './pacing/carry-pacing.ts';
import { createViewRelay, type Views } from './pacing/relay-views.ts';
import { openSharedPacing } from './pacing/shared-pacing.ts';
import { secretMark } from './secret-mark.ts';
import { startSegmentPull } from './segments/pull-segments.ts';
import { startSnapshotPull } from './snapshots/pull-snapshots.ts';

const shipMs = 250;
const planMs = 250;
const viewsMs = 100;
const settleMs = 5_000;
const decisionsMs = 5_000;
/** What a host leaves behind is rolled up soon; its segments stay where they are when it is not. */
const lastSettleMs = 1_500;
const lastSettlePollMs = 100;

/** What stands between the data folder of a host, by which its delivery processes go, and all other hosts. */
export type HostAgent = {
  /** A process of this host has shown these. */
  shown(views: Views): void;
  /** Tells a process that begins what viewers have seen. */
  history(tell: (views: Views) => void): void;
  /** Epoch ms up to which its journal is in the streams. */
  throughMs(): number;
  /** Takes everything that is journalled away, when nobody writes any more. */
  finish(): Promise<void>;
  close(): Promise<void>;
};

/** How delivery processes of this host are told. */
export type ToProcesses = { hear(views: Views): void };

type AgentOptions = {
  readonly config: Config;
  readonly link: HostLink;
  readonly secret: string;
  readonly toProcesses: ToProcesses;
};

/**
 * Carries between this host and the others: snapshots and plans to it; events, counts and views from it. Nothing of it is on the path of a request. Source: docs/decisions/0090-hosts.md.
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
  // Management reads decisions and previews on the snapshots that serve.
  const pull =
    serves.delivery || serves.management
      ? startSnapshotPull({ link, folder, folderPath, secret: secretMark(options.secret) })
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
  const ended = createHostEnd({ redis, host });
  const segments = serves.delivery ? startSegmentPull(link, openSegmentFolder(join(dataFolder, 'segments'))) : null;
  const listen = createNewsListener(link, { relay, notice: () => pull?.notice() });

  const task = (pauseMs: number, complaint: string, work: () => Promise<unknown>) =>
    keepDoing({ task: async () => void (await work()), pauseMs, complaint, log, signal: end.signal });
  const forDelivery = () => [
    task(shipMs, 'Events wait in the journal of this host', pacing.ship),
    task(viewsMs, 'Other hosts do not hear what viewers have seen here', relay.send),
    task(0, 'This host does not hear of news, and looks for them', listen),
    task(settleMs, 'Segments of the journal stay on this host', settle),
    task(decisionsMs, 'What is decided here can be looked at on this host alone', push),
    task(decisionsMs, 'Other hosts do not hear that this one is back', ended.begin),
  ];
  const running = [
    ...(serves.delivery || serves.management
      ? [task(planMs, 'No plan arrives; the last one goes on', pacing.followPlan)]
      : []),
    ...(serves.delivery ? forDelivery() : []),
    ...(serves.management ? [task(decisionsMs, 'What other hosts decide cannot be looked at', others.pull)] : []),
  ];

  async function settle(): Promise<void> {
    await shipper.settle();
    await archive.send();
  }

  return {
    shown: relay.note,
    history: (tell) => {
      // Without Redis there is none, and the process begins with what it sees itself.
      relay.history(tell).catch((error: unknown) => log.debug({ err: error }, 'no history of views'));
    },
    throughMs: shipper.throughMs,
    async finish() {
      if (!serves.delivery) return;
      await Promise.all([ended.say(), relay.send()].map((said) => said.catch(() => undefined)));
      if (await pacing.ship()) await shipper.farewell();
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
