import type { Config } from '../config/config.ts';
import { unlessAborted } from '../supervisor/finish-within.ts';
import { type DatabaseServer, withoutPassword } from './open-fitting-database.ts';
import type { Supervised } from './supervised.ts';

/** The configured PostgreSQL, or the bundled one, which the supervisor starts and reports; null: the end came first. */
export function createDatabaseSource(config: Config, supervised: Supervised): () => Promise<DatabaseServer | null> {
  const { databaseUrl } = config;
  const stop = () => Promise.resolve();
  if (databaseUrl !== null) {
    return async () => ({ url: databaseUrl, description: withoutPassword(databaseUrl), stop });
  }
  return async () => {
    const address = await unlessAborted(supervised.end, supervised.database);
    return address === null ? null : { url: address.url, description: address.description, stop };
  };
}
