import {
  ensureFirstAdministrator,
  ensureFirstServiceAccount,
} from '../../management/access/first-accounts/first-accounts.ts';
import { loadSigningKey } from '../../management/access/token/signing-key.ts';
import type { Config } from '../../platform/config/config.ts';
import { loadSecret } from '../../platform/keys/derive-key.ts';
import type { FittingDatabase } from './open-fitting-database.ts';

export type OpenAccount = { readonly database: FittingDatabase; readonly secret: string };

/**
 * Verifies that the secret of this deployment is that of the database, and creates the configured first accounts. A
 * different secret is rejected before any data is written with it.
 */
export async function openAccount(database: FittingDatabase, config: Config): Promise<OpenAccount> {
  const { admin, client, dataFolder } = config;
  const secret = loadSecret({ configured: config.secret, dataFolder });
  const { kysely } = database.open;
  await loadSigningKey(kysely, secret);
  if (admin !== null) await ensureFirstAdministrator(kysely, admin);
  if (client !== null) await ensureFirstServiceAccount(kysely, client, secret);
  return { database, secret };
}
