import type { Kysely } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import { servesOf } from '../../platform/config/roles.ts';
import { findRunningEmbedded } from '../../platform/db/embedded/find-running-embedded.ts';
import { readMigrationState, requireKnownMigrations } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open-database.ts';
import type { Database } from '../../platform/db/schema.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import type { Logger } from '../../platform/log/log.ts';
import { provideDatabaseServer } from '../process/open-fitting-database.ts';
import { lockDataFolder } from '../supervisor/data-folder-lock.ts';

/** Uses your own PostgreSQL, or the bundled one: the running one, or one that is started for this call. */
export async function withDatabaseServer<Result>(
  settings: { readonly config: Config; readonly log: Logger },
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const { config } = settings;
  const url = config.databaseUrl ?? findRunningEmbedded(config.dataFolder)?.url;
  if (url !== undefined) return work(url);
  const lock = lockDataFolder(config.dataFolder, servesOf(['all']));
  try {
    const server = await provideDatabaseServer(settings);
    return await work(server.url).finally(() => server.stop());
  } finally {
    lock.release();
  }
}

/** Opens one connection to a database with the schema of this program. */
export async function withFittingDatabase<Result>(
  url: string,
  work: (database: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const { kysely } = openDatabase(url, { maxConnections: 1 });
  try {
    const state = await readMigrationState(kysely);
    requireKnownMigrations(state);
    if (state.pending.length > 0) {
      throw new ExplainedError(`The database lacks ${state.pending.join(', ')}. Run "placard migrate" first.`);
    }
    return await work(kysely);
  } finally {
    await kysely.destroy();
  }
}
