import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { EmbeddedPostgresError } from '../db/embedded/embedded-error.ts';
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts';
import { migrateToLatest, UnfitDatabaseError } from '../db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../db/open-database.ts';
import type { Logger } from '../log.ts';

const firstPauseMs = 250;
const maxPauseMs = 5_000;

export type DatabaseServer = {
  readonly url: string;
  /** Where it is, for people, without a password. */
  readonly description: string;
  stop(): Promise<void>;
};

/** A migrated database, and the server when that is ours to stop. */
export type FittingDatabase = { readonly server: DatabaseServer; readonly open: OpenDatabase; close(): Promise<void> };

/** The configured PostgreSQL, else the one that comes along, started. */
export async function provideDatabaseServer(options: {
  readonly config: Config;
  readonly log: Logger;
  readonly signal?: AbortSignal;
}): Promise<DatabaseServer> {
  const { config } = options;
  if (config.databaseUrl !== null) {
    return { url: config.databaseUrl, description: withoutPassword(config.databaseUrl), stop: () => Promise.resolve() };
  }
  const embedded = await startEmbeddedPostgres({ ...options, dataFolder: config.dataFolder });
  const description = `PostgreSQL ${embedded.place.binaries.version} in ${embedded.place.home}`;
  return { url: embedded.url, description, stop: () => embedded.stop() };
}

/**
 * Provides the database server and brings the database to the newest schema, again and again until it works. Throws at
 * once what waiting cannot mend: a database that does not fit, and, unless `patient`, a PostgreSQL of ours that cannot
 * run here. null: the signal ended it.
 */
export async function openFittingDatabase(options: {
  readonly config: Config;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly maxConnections: number;
  /** Whether ads are served meanwhile, so that going on without a database makes sense. */
  readonly patient: boolean;
  /** Called with the reason whenever a try fails, for people. */
  waiting(reason: string): void;
}): Promise<FittingDatabase | null> {
  let server: DatabaseServer | null = null;
  let failures = 0;
  while (!options.signal.aborted) {
    try {
      server ??= await provideDatabaseServer(options);
      return await migrated(server, options);
    } catch (error) {
      if (error instanceof UnfitDatabaseError || (error instanceof EmbeddedPostgresError && !options.patient)) {
        await server?.stop();
        throw error;
      }
      failures += 1;
      options.log.info({ err: error, failures }, 'the database is away');
      if (failures === 1) options.waiting(reasonOf(error));
      const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failures, 10));
      // The signal ends the pause; that is no failure.
      await delay(pauseMs, undefined, { signal: options.signal }).catch(() => undefined);
    }
  }
  await server?.stop();
  return null;
}

async function migrated(
  server: DatabaseServer,
  options: { readonly log: Logger; readonly maxConnections: number },
): Promise<FittingDatabase> {
  const open = openDatabase(server.url, options);
  try {
    const names = await migrateToLatest(open.kysely);
    if (names.length > 0) options.log.info({ names }, 'migrations ran');
  } catch (error) {
    await open.kysely.destroy();
    throw error;
  }
  return {
    server,
    open,
    close: async () => {
      await open.kysely.destroy();
      await server.stop();
    },
  };
}

/** A connection that fails on several addresses has its reasons inside and no message of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

export function withoutPassword(url: string): string {
  // Up to the last @: a password may hold one that is not escaped.
  return url.replace(/^(\w+:\/\/).*@/, '$1').replace(/([?&]password=)[^&]*/g, '$1...');
}
