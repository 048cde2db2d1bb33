import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  ensureFirstAdministrator,
  ensureFirstServiceAccount,
} from '../../management/access/first-accounts/first-accounts.ts';
import { readWorkState } from '../../management/insight/system/read-work-state.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Logger } from '../../platform/log/log.ts';
import { readDemoState, writeDemoState } from '../demo/demo-state.ts';
import type { PrintedCredentials } from '../supervisor/messages.ts';
import { generatedAdministrator, isEmptyAccount } from './prepare-empty-account.ts';

const demoClientId = 'demo';

/** Returns whether the demo must be created: the account is empty, or an earlier seed was interrupted. */
export async function demoIsDue(database: Kysely<Database>): Promise<boolean> {
  const state = await readDemoState(database);
  return state === null ? isEmptyAccount(database) : !state.completed;
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
  await writeDemoState(database, { completed: false });
  const own =
    config.client === null ? { clientId: demoClientId, clientSecret: randomBytes(24).toString('base64url') } : null;
  const used = own ?? { clientId: config.client?.id ?? '', clientSecret: config.client?.secret ?? '' };
  await ensureFirstServiceAccount(database, { id: used.clientId, secret: used.clientSecret }, options.secret);
  const call = createManagementClient({ address: localAddress(config), ...used });
  await seedDemo({ call, deliveryUrl: config.deliveryUrl, log: options.log });
  const administrator = config.admin === null ? await makeAdministrator(database) : null;
  await writeDemoState(database, { completed: true, ...(config.demoDays > 0 && { traffic: 'pending' }) });
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

/** Returns the local address of the management listener. */
function localAddress(config: Config): string {
  const anywhere = config.host === '0.0.0.0' || config.host === '::';
  const host = anywhere ? '127.0.0.1' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.managementPort}`;
}

/**
 * Adds the traffic of the past days to a demo account that was just created, or whose traffic was interrupted. A failure
 * is logged, because the account works without it.
 */
export async function addTrafficOfDemo(options: {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Kysely<Database>;
  readonly databaseUrl: string;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { config, log, database, databaseUrl, signal } = options;
  const traffic = (await readDemoState(database))?.traffic;
  if (config.demoDays === 0 || traffic === undefined || traffic === 'added') return;
  try {
    const { addDemoTraffic } = await import('../demo/traffic/add-demo-traffic.ts');
    const { revision } = await readWorkState(database);
    const { dataFolder, demoDays: days, decisionBytes } = config;
    const task = { databaseUrl, dataFolder, revision, days, nowMs: Date.now(), decisionBytes };
    const added = await addDemoTraffic(task, signal);
    log.info({ days, ...added }, 'demo: traffic of the past days added');
  } catch (error) {
    if (!signal.aborted)
      log.error({ err: error }, 'The traffic of the demo could not be added. The next start retries');
  }
}
