import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  ensureFirstAdministrator,
  ensureFirstServiceAccount,
} from '../../management/access/first-accounts/first-accounts.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { PrintedCredentials } from '../supervisor/messages.ts';
import { generatedAdministrator, isEmptyAccount } from './prepare-empty-account.ts';

const settingKey = 'demo';
const demoClientId = 'demo';

/** Returns whether the demo must be created: the account is empty, or an earlier seed was interrupted. */
export async function demoIsDue(database: Kysely<Database>): Promise<boolean> {
  const state = await database
    .selectFrom('setting')
    .select('setting.value')
    .where('setting.key', '=', settingKey)
    .executeTakeFirst();
  if (state !== undefined) return (state.value as { completed?: boolean }).completed !== true;
  return isEmptyAccount(database);
}

/**
 * Creates the demo account through the running management API. Returns the credentials of the created accounts, to be
 * printed once.
 */
export async function seedDemoAccount(options: {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Kysely<Database>;
  readonly secret: string;
}): Promise<PrintedCredentials> {
  const { config, database } = options;
  // Loaded only for a first start, because it includes image and font libraries.
  const { seedDemo } = await import('../demo/seed-demo.ts');
  const { createManagementClient } = await import('../demo/management-client.ts');
  await writeState(database, { completed: false });
  const own =
    config.client === null ? { clientId: demoClientId, clientSecret: randomBytes(24).toString('base64url') } : null;
  const used = own ?? { clientId: config.client?.id ?? '', clientSecret: config.client?.secret ?? '' };
  await ensureFirstServiceAccount(database, { id: used.clientId, secret: used.clientSecret }, options.secret);
  const call = createManagementClient({ address: localAddress(config), ...used });
  await seedDemo({ call, deliveryUrl: config.deliveryUrl, log: options.log });
  const administrator = config.admin === null ? await makeAdministrator(database) : null;
  await writeState(database, { completed: true });
  return { serviceAccount: own, administrator };
}

/**
 * Returns null if an earlier attempt created the administrator. Its password was printed then, or has been changed
 * since.
 */
async function makeAdministrator(database: Kysely<Database>): Promise<PrintedCredentials['administrator']> {
  const administrator = { email: generatedAdministrator, password: randomBytes(12).toString('base64url') };
  return (await ensureFirstAdministrator(database, administrator)) ? administrator : null;
}

async function writeState(database: Kysely<Database>, state: { readonly completed: boolean }): Promise<void> {
  const value = JSON.stringify(state);
  await database
    .insertInto('setting')
    .values({ key: settingKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updatedAt: new Date() }))
    .execute();
}

/** Returns the local address of the management listener. */
function localAddress(config: Config): string {
  const anywhere = config.host === '0.0.0.0' || config.host === '::';
  const host = anywhere ? '127.0.0.1' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.managementPort}`;
}
