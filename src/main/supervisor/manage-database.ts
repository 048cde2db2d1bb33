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

/** The bundled PostgreSQL, which is started, monitored and restarted like any other child. */
export type ManagedDatabase = {
  /** Resolves when it runs; rejects when it cannot run here and nothing can be served without it. */
  readonly running: Promise<void>;
  /** null: it has not run yet. */
  address(): DatabaseAddress | null;
  state(): ComponentState;
  close(): Promise<void>;
};

/**
 * It runs in a session of its own, so it survives the end of this process, however that comes, and the next start adopts it.
 *
 * @param options.patient ads are served from a snapshot meanwhile, so a PostgreSQL that does not start is tried again
 */
export function manageDatabase(options: {
  readonly config: Pick<Config, 'dataFolder'>;
  readonly log: Logger;
  readonly patient: boolean;
  /** Called with the reason when the first try fails, for people. */
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
        log.info({ err: error, failures }, 'PostgreSQL does not start');
        if (failures === 1) options.waiting(reason);
        const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failures, 10));
        // The signal ends the pause; that is no failure.
        await delay(pauseMs, undefined, { signal: end.signal }).catch(() => undefined);
      }
    }
  }

  const running = start();
  // It is awaited by who needs it; a failure meanwhile must not count as unhandled.
  running.catch(() => undefined);
  return {
    running,
    address: () => address,
    state() {
      const restarts = server?.restarts() ?? failures;
      if (server !== null && server.pid() === null) {
        return { name: 'database', state: 'failing', reason: 'PostgreSQL has ended and does not start', restarts };
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
