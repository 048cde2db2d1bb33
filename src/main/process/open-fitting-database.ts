import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../platform/config/config.ts';
import { startEmbeddedPostgres } from '../../platform/db/embedded/start-embedded-postgres.ts';
import { UnfitDatabaseError } from '../../platform/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../../platform/db/open-database.ts';
import { type DatabaseUrls, prepareDatabase } from '../../platform/db/prepare-database.ts';
import type { Logger } from '../../platform/log/log.ts';

const firstPauseMs = 250;
const maxPauseMs = 5_000;

export type DatabaseServer = DatabaseUrls & {
  /** Location for people, without a password. */
  readonly description: string;
  stop(): Promise<void>;
};

/** A migrated database. */
export type FittingDatabase = { readonly server: DatabaseServer; readonly open: OpenDatabase; close(): Promise<void> };

/** Returns the configured PostgreSQL, or starts the bundled one. */
export async function provideDatabaseServer(options: {
  readonly config: Config;
  readonly log: Logger;
  readonly signal?: AbortSignal;
}): Promise<DatabaseServer> {
  const { config } = options;
  if (config.databaseUrl !== null) {
    return { ...configuredServer(config.databaseUrl, config), stop: () => Promise.resolve() };
  }
  const embedded = await startEmbeddedPostgres({ ...options, dataFolder: config.dataFolder });
  const description = `PostgreSQL ${embedded.location.binaries.version} in ${embedded.location.home}`;
  return { url: embedded.url, ownerUrl: embedded.ownerUrl, description, stop: () => embedded.stop() };
}

/** Returns the addresses of the configured PostgreSQL and its description for people. */
export function configuredServer(
  url: string,
  { databaseOwnerUrl }: Pick<Config, 'databaseOwnerUrl'>,
): Omit<DatabaseServer, 'stop'> {
  return { url, ownerUrl: databaseOwnerUrl ?? url, description: withoutPassword(url) };
}

/**
 * Migrates the database to the current schema, retrying until it succeeds. Throws immediately if a retry cannot help,
 * because the database does not match this program. Returns null if the signal aborted it.
 */
export async function openFittingDatabase(options: {
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly maxConnections: number;
  /** Returns the database server, or null if the signal was aborted first. */
  source(): Promise<DatabaseServer | null>;
  /** Called with the reason when the first attempt fails, for people. */
  waiting(reason: string): void;
}): Promise<FittingDatabase | null> {
  let failures = 0;
  while (!options.signal.aborted) {
    const server = await options.source();
    if (server === null) return null;
    try {
      return await migrated(server, options);
    } catch (error) {
      if (error instanceof UnfitDatabaseError) throw error;
      failures += 1;
      options.log.info({ err: error, failures }, 'the database is unreachable');
      if (failures === 1) options.waiting(reasonOf(error));
      const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failures, 10));
      // The signal ends the pause, which is not a failure.
      await delay(pauseMs, undefined, { signal: options.signal }).catch(() => undefined);
    }
  }
  return null;
}

async function migrated(
  server: DatabaseServer,
  options: { readonly log: Logger; readonly maxConnections: number },
): Promise<FittingDatabase> {
  const open = openDatabase(server.url, options);
  try {
    const names = await prepareDatabase(open.kysely, server);
    if (names.length > 0) options.log.info({ names }, 'migrations ran');
  } catch (error) {
    await open.kysely.destroy();
    throw error;
  }
  return { server, open, close: () => open.kysely.destroy() };
}

/** A connection that fails on several addresses contains the individual reasons and has no message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

export function withoutPassword(url: string): string {
  // Up to the last @, because a password may contain an unescaped one.
  return url.replace(/^(\w+:\/\/).*@/, '$1').replace(/([?&]password=)[^&]*/g, '$1...');
}
