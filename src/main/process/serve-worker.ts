import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { openSnapshotFolder } from '../../exchange/snapshot/snapshot-folder.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Logger } from '../../platform/log/log.ts';
import { finishWithin, unlessAborted } from '../supervisor/finish-within.ts';
import { measureBackground } from './measure-background.ts';
import { openAccount } from './open-account.ts';
import { openFittingDatabase } from './open-fitting-database.ts';
import { openLink } from './open-link.ts';
import { type BackgroundWork, startWork } from './start-work.ts';
import { endBeforeDelivery, joinSupervisor, runSupervised, type Supervised } from './supervised.ts';
import { createDatabaseSource } from './supervised-database.ts';

/** Milliseconds that each part may take to end. */
const settleMs = 1_500;
const closeMs = 1_000;
const oomScore = 200;

type Options = { readonly config: Config; readonly log: Logger; print(line: string): void };

/** Runs the worker process, which publishes, counts and plans, until its supervisor ends it. Returns the exit code. */
export function serveWorker(options: Options): Promise<number> {
  const supervised = joinSupervisor('worker');
  endBeforeDelivery(oomScore);
  return runSupervised('worker', options.log, () => work(options, supervised));
}

async function work({ config, log, print }: Options, supervised: Supervised): Promise<void> {
  const database = await openFittingDatabase({
    source: createDatabaseSource(config, supervised),
    log,
    signal: supervised.end,
    maxConnections: 1,
    waiting: (reason) => {
      // On a host with management, the management process prints it.
      if (!config.serves.management) print(`The database is not reachable yet (${reason}). Retrying.`);
    },
  });
  if (database === null) return;
  const { secret } = await openAccount(database, config);
  await database.close();
  if (config.metricsPort !== null) measureBackground(supervised, 'worker');
  const link = await openLink(config, log);
  const snapshotFolder = openSnapshotFolder(join(config.dataFolder, 'snapshots'));
  const running = startWork(database.server.url, { config, log, snapshotFolder, link }, secret);
  supervised.tell({ type: 'listening' });
  flushCompileCache();
  void running.publisher.started.then(() => supervised.tell({ type: 'published' }));
  await unlessAborted(supervised.end, new Promise<never>(() => undefined));
  await drain(running, log);
  await finishWithin(closeMs, 'connections to other hosts', log, async () => link?.close());
}

/** Events that delivery has journalled are counted first. */
async function drain(running: BackgroundWork, log: Logger): Promise<void> {
  await finishWithin(settleMs, 'roll-up', log, running.rollUp.settle);
  await finishWithin(closeMs, 'roll-up', log, async () => {
    await running.rollUp.close();
    await running.pacing.close();
  });
  await finishWithin(closeMs, 'webhooks and report schedules', log, async () => {
    await Promise.all([running.webhooks.close(), running.mails.close()]);
  });
  await finishWithin(closeMs, 'publisher', log, running.publisher.close);
  await finishWithin(closeMs, 'connections', log, running.close);
}
