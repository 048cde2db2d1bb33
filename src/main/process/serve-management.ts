import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { openHostDirectory } from '../../cluster/host-directory.ts';
import { loadHostName } from '../../cluster/host-name.ts';
import { failingComponents } from '../../exchange/hosts/host-components.ts';
import { watchDamage } from '../../exchange/journal/watch-damage.ts';
import { openSnapshotFolder } from '../../exchange/snapshot/snapshot-folder.ts';
import { startManagement } from '../../management/api/app/start-management.ts';
import { readWorkState } from '../../management/insight/system/read-work-state.ts';
import type { Config } from '../../platform/config/config.ts';
import { servesAll } from '../../platform/config/roles.ts';
import { openDatabase } from '../../platform/db/open-database.ts';
import type { Logger } from '../../platform/log/log.ts';
import { measureProcess } from '../../platform/metrics/process-metrics.ts';
import { finishWithin, unlessAborted } from '../supervisor/finish-within.ts';
import type { PrintedCredentials } from '../supervisor/messages.ts';
import { type OpenAccount, openAccount } from './open-account.ts';
import { openFittingDatabase } from './open-fitting-database.ts';
import { openLink } from './open-link.ts';
import { prepareEmptyAccount } from './prepare-empty-account.ts';
import { addTrafficOfDemo, demoIsDue, seedDemoAccount } from './seed-first-start.ts';
import { answerMeasure, endBeforeDelivery, joinSupervisor, runSupervised, type Supervised } from './supervised.ts';
import { createDatabaseSource } from './supervised-database.ts';
import { openUnavailableListener } from './unavailable-listener.ts';

/** Separate connection pools of the management API and of its tokens, so that neither waits for the other. */
const managementConnections = 12;
const tokenConnections = 3;
const closeMs = 1_000;
const oomScore = 300;

type Options = { readonly config: Config; readonly log: Logger; print(line: string): void };

/** Runs the management process until its supervisor ends it. Returns the exit code. */
export function serveManagement(options: Options): Promise<number> {
  const supervised = joinSupervisor('management');
  endBeforeDelivery(oomScore);
  return runSupervised('management', options.log, () => manage(options, supervised));
}

async function manage(options: Options, supervised: Supervised): Promise<void> {
  const { config, log } = options;
  const source = createDatabaseSource(config, supervised);
  const capacity = await openUnavailableListener({ host: config.host, port: config.managementPort });
  const database = await openFittingDatabase({
    source,
    log,
    signal: supervised.end,
    maxConnections: managementConnections,
    waiting: (reason) => options.print(`The database is not reachable yet (${reason}). Retrying.`),
  });
  if (database === null) return capacity.close();
  const account = await openAccount(database, config);
  await capacity.close();
  const calls = await startCalls(account, options, supervised);
  supervised.tell({ type: 'listening' });
  // Written now, because a killed process writes nothing and the next start is faster with it.
  flushCompileCache();
  const prepared = await prepare(account, options, supervised);
  if (!supervised.end.aborted)
    supervised.tell({ type: 'prepared', database: database.server.description, ...prepared });
  const { url: databaseUrl } = database.server;
  if (config.demo && servesAll(config.serves)) {
    await addTrafficOfDemo({ config, log, database: database.open.kysely, databaseUrl, signal: supervised.end });
  }
  await unlessAborted(supervised.end, new Promise<never>(() => undefined));
  await finishWithin(closeMs, 'management', log, calls.close);
  await finishWithin(closeMs, 'connections', log, database.close);
}

async function startCalls({ database, secret }: OpenAccount, { config, log }: Options, supervised: Supervised) {
  const host = loadHostName(config.dataFolder);
  const link = await openLink(config, log);
  const folder = openSnapshotFolder(join(config.dataFolder, 'snapshots'));
  const tokens = openDatabase(database.server.url, { maxConnections: tokenConnections });
  const registry = config.metricsPort === null ? null : new Registry();
  if (registry !== null) {
    registry.setDefaultLabels({ process: 'management' });
    measureProcess(registry);
    answerMeasure(supervised, () => registry.getMetricsAsJSON());
  }
  const damage = await watchDamage(join(config.dataFolder, 'journal'));
  const management = await startManagement({
    config,
    log,
    secret,
    registry,
    database: database.open.kysely,
    tokenDatabase: tokens.kysely,
    hosts: openHostDirectory({ config, link, folder, host }),
    redis: link?.redis ?? null,
    problems: () => [...failingComponents(supervised.components()?.components ?? []), ...damage.reasons()],
  });
  return {
    async close() {
      await management.close();
      damage.close();
      await tokens.kysely.destroy();
      await link?.close();
    },
  };
}

type Prepared = { readonly revision: number | null; readonly credentials: PrintedCredentials | null };

/** Creates the objects of a first start: the demo account (or the rest of an interrupted one), or an empty account. */
async function prepare(
  { database: { open }, secret }: OpenAccount,
  { config, log, print }: Options,
  supervised: Supervised,
): Promise<Prepared> {
  const database = open.kysely;
  const nothing = { revision: null, credentials: null };
  if (!config.demo) {
    const credentials = await prepareEmptyAccount(database, config, print);
    return { credentials, revision: (await readWorkState(database)).revision };
  }
  if (!servesAll(config.serves) || !(await demoIsDue(database))) return nothing;
  supervised.tell({ type: 'seeding' });
  print('Creating the demo account ...');
  try {
    const credentials = await seedDemoAccount({ config, log, database, secret });
    return { credentials, revision: (await readWorkState(database)).revision };
  } catch (error) {
    // The server runs without it. The next start, or `placard seed`, completes it.
    if (!supervised.end.aborted) {
      log.error({ err: error }, 'The demo account could not be completed. Run "placard seed" to try again');
    }
    return nothing;
  }
}
