import { statfs } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import { databaseAnswers } from '../http/database-answers.ts';
import type { Logger } from '../log.ts';
import { createHostMetrics, type Found, type HostMetrics } from '../metrics/host-metrics.ts';
import { listenForWatchers, type Metrics } from '../metrics/watch-listener.ts';
import { readWorkState } from '../system/read-work-state.ts';
import type { ControlPlane } from './control-plane.ts';
import type { HostLife } from './host-life.ts';

const answerMs = 1_000;

/** What watches this host as a whole, from its beginning on. */
export type HostWatch = {
  readonly metrics: HostMetrics;
  close(): Promise<void>;
};

export async function watchHost(options: {
  readonly config: Config;
  readonly port: number;
  readonly host: string;
  readonly life: HostLife;
  readonly log: Logger;
  /** null: not there yet, or not on this host. */
  control(): ControlPlane | null;
  others(): Promise<readonly Metrics[]>;
}): Promise<HostWatch> {
  const { config, host, log, life, control } = options;
  const metrics = createHostMetrics();

  async function look(): Promise<Found> {
    const { serves, dataFolder, deliveryProcesses } = config;
    const [state, disk] = [await life.look(), await statfs(dataFolder)];
    const database = control()?.database.open.kysely ?? null;
    const answers = database === null ? false : await databaseAnswers(database, answerMs);
    // What fails between the two questions is found by the next look.
    const work = database !== null && answers ? await readWorkState(database).catch(() => null) : null;
    return {
      state,
      wanted: serves.delivery ? deliveryProcesses : 0,
      database: serves.management || serves.worker ? answers : null,
      countedToMs: work?.countedToMs ?? null,
      freeBytes: disk.bavail * disk.bsize,
      revision: work?.revision ?? null,
      held: work?.leases.flatMap(({ name, holder }) => (holder === host ? [name] : [])) ?? [],
    };
  }

  const listener = await listenForWatchers({
    host: config.host,
    port: options.port,
    metrics,
    log: log.child({ part: 'watch' }),
    look,
    others: options.others,
  });
  return { metrics, close: listener.close };
}
