import type { Config } from '../../platform/config/config.ts';
import { unlessAborted } from '../supervisor/finish-within.ts';
import { configuredServer, type DatabaseServer } from './open-fitting-database.ts';
import type { Supervised } from './supervised.ts';

/**
 * Returns the configured PostgreSQL, or the bundled one, which the supervisor starts and reports. null if the process
 * is ending.
 */
export function createDatabaseSource(config: Config, supervised: Supervised): () => Promise<DatabaseServer | null> {
  const { databaseUrl } = config;
  const stop = () => Promise.resolve();
  if (databaseUrl !== null) {
    return async () => ({ ...configuredServer(databaseUrl, config), stop });
  }
  return async () => {
    const address = await unlessAborted(supervised.end, supervised.database);
    if (address === null) return null;
    const { url, ownerUrl, description } = address;
    return { url, ownerUrl, description, stop };
  };
}
