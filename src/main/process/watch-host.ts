import { statfs } from 'node:fs/promises';
import { createHostMetrics, type HostObservations } from '../../exchange/hosts/host-metrics.ts';
import { listenForWatchers } from '../../exchange/hosts/watch-listener.ts';
import { databaseAnswers } from '../../management/api/call/database-answers.ts';
import { readWorkState } from '../../management/insight/system/read-work-state.ts';
import type { Config } from '../../platform/config/config.ts';
import { openDatabase } from '../../platform/db/open-database.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { ProcessMetrics } from '../supervisor/messages.ts';
import { createPendingAnswers } from '../supervisor/pending-answers.ts';
import type { HostHeartbeat } from './host-heartbeat.ts';
import type { Supervised } from './supervised.ts';
import { createDatabaseSource } from './supervised-database.ts';

const answerMs = 1_000;
/** The supervisor queries every process and waits one second for each. */
const othersMs = 1_500;
const connections = 2;

/** Serves the metrics and health of this host from its start. */
export async function watchHost(options: {
  readonly config: Config;
  readonly port: number;
  readonly host: string;
  readonly heartbeat: HostHeartbeat;
  readonly log: Logger;
  readonly supervised: Supervised;
}): Promise<{ close(): Promise<void> }> {
  const { config, host, log, heartbeat, supervised } = options;
  const { serves, dataFolder, deliveryProcesses } = config;
  const needsDatabase = serves.management || serves.worker;
  const database = needsDatabase ? openLater(config, supervised) : null;

  async function look(): Promise<HostObservations> {
    const [state, disk] = [await heartbeat.look(), await statfs(dataFolder)];
    const open = database?.current() ?? null;
    const answers = open === null ? false : await databaseAnswers(open, answerMs);
    // A failure between the two queries is detected by the next check.
    const work = open !== null && answers ? await readWorkState(open).catch(() => null) : null;
    return {
      state,
      wanted: serves.delivery ? deliveryProcesses : 0,
      database: needsDatabase ? answers : null,
      countedToMs: work?.countedToMs ?? null,
      freeBytes: disk.bavail * disk.bsize,
      revision: work?.revision ?? null,
      held: work?.leases.flatMap(({ name, holder }) => (holder === host ? [name] : [])) ?? [],
    };
  }

  const listener = await listenForWatchers({
    host: config.host,
    port: options.port,
    metrics: createHostMetrics(),
    log: log.child({ part: 'watch' }),
    look,
    others: createQuestions(supervised),
  });
  return {
    async close() {
      await listener.close();
      await database?.close();
    },
  };
}

/** Returns the database when its address is known. */
function openLater(config: Config, supervised: Supervised) {
  let open: ReturnType<typeof openDatabase> | null = null;
  void createDatabaseSource(config, supervised)().then((server) => {
    if (server !== null) open = openDatabase(server.url, { maxConnections: connections });
  });
  return {
    current: () => open?.kysely ?? null,
    close: async () => open?.kysely.destroy(),
  };
}

/**
 * Requests the metrics of the other processes from the supervisor. Returns an empty list if it does not respond in
 * time.
 */
function createQuestions(supervised: Supervised): () => Promise<readonly ProcessMetrics[]> {
  const pending = createPendingAnswers<readonly ProcessMetrics[]>(othersMs, []);
  supervised.hear((message) => {
    if (message.type === 'measuredOthers') pending.answered(message.question, message.metrics);
  });
  return () => pending.ask((question) => supervised.tell({ type: 'measureOthers', question }));
}
