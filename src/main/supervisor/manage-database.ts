import { setTimeout as delay } from 'node:timers/promises';
import type { ComponentState } from '../../exchange/hosts/host-components.ts';
import type { Config } from '../../platform/config/config.ts';
import { EmbeddedPostgresError } from '../../platform/db/embedded/embedded-error.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/db/embedded/start-embedded-postgres.ts';
import type { Logger } from '../../platform/log/log.ts';
import { withoutPaths } from '../../platform/log/without-paths.ts';
import type { DatabaseAddress } from './messages.ts';

const firstPauseMs = 250;
const maxPauseMs = 5_000;

/** The bundled PostgreSQL, which is started, monitored and restarted like a child process. */
export type ManagedDatabase = {
  /** Resolves when it is running. Rejects when it cannot run here and nothing can be served without it. */
  readonly running: Promise<void>;
  /** null if it has not been running yet. */
  address(): DatabaseAddress | null;
  state(): ComponentState;
  close(): Promise<void>;
};

/**
 * Starts and restarts the bundled PostgreSQL. It runs in a separate session, so it survives any end of this process,
 * and the next start adopts it.
 *
 * @param options.patient whether ads are served from a snapshot meanwhile. If so, a failed start of PostgreSQL is
 * retried
 */
export function manageDatabase(options: {
  readonly config: Pick<Config, 'dataFolder'>;
  readonly log: Logger;
  readonly patient: boolean;
  /** Called with the reason when the first attempt fails, for people. */
  waiting(reason: string): void;
  started(address: DatabaseAddress): void;
}): ManagedDatabase {
  const { config, log } = options;
  const end = new AbortController();
  let server: EmbeddedPostgres | null = null;
  let address: DatabaseAddress | null = null;
  let reason: string | null = null;
  let failures = 0;

  async function start(): Promise<void> {
    while (!end.signal.aborted && server === null) {
      try {
        const started = await startEmbeddedPostgres({ dataFolder: config.dataFolder, log, signal: end.signal });
        server = started;
        const { binaries, home } = started.location;
        const { url, ownerUrl } = started;
        address = { type: 'database', url, ownerUrl, description: `PostgreSQL ${binaries.version} in ${home}` };
        reason = null;
        options.started(address);
      } catch (error) {
        if (end.signal.aborted) return;
        if (error instanceof EmbeddedPostgresError && !options.patient) throw error;
        failures += 1;
        reason = error instanceof Error ? error.message : String(error);
        log.info({ err: error, failures }, 'PostgreSQL cannot be started');
        if (failures === 1) options.waiting(reason);
        const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failures, 10));
        // The signal ends the pause, which is not a failure.
        await delay(pauseMs, undefined, { signal: end.signal }).catch(() => undefined);
      }
    }
  }

  const running = start();
  // Observed by later callers. Until then, a failure must not be an unhandled rejection.
  running.catch(() => undefined);
  return {
    running,
    address: () => address,
    state() {
      const restarts = server?.restarts() ?? failures;
      if (server !== null && server.pid() === null) {
        return { name: 'database', state: 'failing', reason: 'PostgreSQL has ended and cannot be started', restarts };
      }
      if (server !== null) return { name: 'database', state: 'running', reason: null, restarts };
      const shown = reason === null ? null : withoutPaths(reason);
      return { name: 'database', state: failures > 0 ? 'failing' : 'starting', reason: shown, restarts };
    },
    async close() {
      end.abort();
      await running.catch(() => undefined);
      await server?.stop();
    },
  };
}
