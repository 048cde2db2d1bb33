import { servesOf } from '../../platform/config/roles.ts';
import { openDatabase } from '../../platform/db/open-database.ts';
import { prepareDatabase } from '../../platform/db/prepare-database.ts';
import { provideDatabaseServer } from '../process/open-fitting-database.ts';
import { lockDataFolder } from '../supervisor/data-folder-lock.ts';
import { type CommandContext, prepareCommand } from './command-context.ts';

/** Migrates the database to the current schema. The bundled PostgreSQL is started for it and stopped again. */
export async function runMigrate(context: CommandContext): Promise<number> {
  const { config, log } = prepareCommand(context, { roles: ['management'], name: 'migrate' });
  // The bundled PostgreSQL has one owner. An external database may be migrated while it is in use.
  const lock = config.databaseUrl === null ? lockDataFolder(config.dataFolder, servesOf(['all'])) : null;
  try {
    const server = await provideDatabaseServer({ config, log });
    const { kysely } = openDatabase(server.url, { maxConnections: 1 });
    try {
      const names = await prepareDatabase(kysely, server);
      context.print(names.length === 0 ? 'The database is up to date.' : `Migrated: ${names.join(', ')}`);
    } finally {
      await kysely.destroy();
      await server.stop();
    }
  } finally {
    lock?.release();
  }
  return 0;
}
