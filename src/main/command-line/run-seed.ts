import type { Config } from '../../platform/config/config.ts';
import { findRunningEmbedded } from '../../platform/db/embedded/find-running-embedded.ts';
import { openDatabase } from '../../platform/db/open-database.ts';
import { loadSecret } from '../../platform/keys/derive-key.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import type { Logger } from '../../platform/log/log.ts';
import { seedDemoAccount } from '../process/seed-first-start.ts';
import { DataFolderInUseError } from '../supervisor/data-folder-lock.ts';
import type { PrintedCredentials } from '../supervisor/messages.ts';
import { serve } from '../supervisor/serve.ts';
import { type CommandContext, prepareCommand } from './command-context.ts';
import { introduceAccounts } from './introduce-accounts.ts';

/**
 * Completes the demo account through the management API of the Placard that runs on this data folder. If none is
 * running, one is started for it.
 */
export async function runSeed(context: CommandContext): Promise<number> {
  const { config, log } = prepareCommand(context, { roles: ['all'], name: 'seed' });
  const credentials = await seedByOwnServer(context, { config, log }).catch((error: unknown) => {
    if (!(error instanceof DataFolderInUseError)) throw error;
    return seedRunningServer(config, log);
  });
  context.print('The demo account is complete.');
  if (credentials !== null) for (const line of introduceAccounts(credentials, config)) context.print(line);
  return 0;
}

type Settings = { readonly config: Config; readonly log: Logger };

async function seedByOwnServer(context: CommandContext, { config, log }: Settings): Promise<PrintedCredentials | null> {
  let seeding: Promise<PrintedCredentials> | null = null;
  await serve({
    // This command creates the demo account itself.
    config: { ...config, demo: false },
    settings: { PLACARD_DEMO: 'off' },
    log,
    program: context.program,
    print: context.print,
    created: () => undefined,
    ready() {
      seeding = seedRunningServer(config, log);
      // It is awaited below. The server ends first.
      seeding.catch(() => undefined).finally(() => process.kill(process.pid, 'SIGTERM'));
    },
  });
  return seeding;
}

async function seedRunningServer(config: Config, log: Logger): Promise<PrintedCredentials> {
  const url = config.databaseUrl ?? findRunningEmbedded(config.dataFolder)?.url;
  if (url === undefined)
    throw new ExplainedError('Placard is running on this data folder, but its database is not ready. Try again later.');
  const { kysely } = openDatabase(url, { maxConnections: 2 });
  try {
    const secret = loadSecret({ configured: config.secret, dataFolder: config.dataFolder });
    return await seedDemoAccount({ config, log, database: kysely, secret });
  } finally {
    await kysely.destroy();
  }
}
