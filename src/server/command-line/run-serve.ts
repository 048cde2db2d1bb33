import type { Config, Role } from '../config.ts';
import { SettingError } from '../config.ts';
import type { Credentials } from '../process/seed-first-start.ts';
import { serve } from '../process/serve.ts';
import { type CommandContext, prepareCommand } from './command-context.ts';
import { introduceAccounts } from './introduce-accounts.ts';

/** Serves until told to end. */
export async function runServe(context: CommandContext, role: Role): Promise<number> {
  const startedAt = performance.now();
  const { config, log } = prepareCommand(context, { role, name: role === 'all' ? 'main' : role });
  requireSharedDatabase(config);
  let credentials: Credentials | null = null;
  await serve({
    config,
    log,
    program: context.program,
    print: context.print,
    prepared: async ({ control, signal }) => {
      if (role !== 'all' || !config.demo || control === null) return;
      const { demoIsDue, seedDemoAccount } = await import('../process/seed-first-start.ts');
      const database = control.database.open.kysely;
      if (!(await demoIsDue(database))) return;
      context.print('Making the demo account ...');
      try {
        credentials = await seedDemoAccount({ config, log, database, secret: control.secret });
      } catch (error) {
        if (signal.aborted) return;
        // The server serves without it; the next start, or `placard seed`, completes it.
        log.error({ err: error }, 'the demo account could not be completed; "placard seed" tries again');
      }
    },
    ready: ({ control }) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      context.print(`Placard ${context.version} is ready (${seconds} s)`);
      for (const line of addresses(config, control?.database.server.description ?? null)) context.print(line);
      if (credentials !== null) for (const line of introduceAccounts(credentials, config)) context.print(line);
    },
  });
  return 0;
}

/** The PostgreSQL that comes along has one owner; parts that run apart need one that all of them reach. */
function requireSharedDatabase(config: Config): void {
  if (config.databaseUrl !== null || config.role === 'all' || config.role === 'delivery') return;
  throw new SettingError(`DATABASE_URL: --role ${config.role} needs a PostgreSQL that the other roles reach too`);
}

function addresses(config: Config, database: string | null): readonly string[] {
  const serves = (role: Role) => config.role === 'all' || config.role === role;
  return [
    ...(serves('management')
      ? [
          `  Campaigns        ${config.publicUrl}`,
          `  Management API   ${config.publicUrl}/api/v1`,
          `  API docs         ${config.publicUrl}/api/docs`,
        ]
      : []),
    ...(serves('delivery')
      ? [
          `  Ad requests      ${config.deliveryUrl}/json`,
          `  Example page     ${config.deliveryUrl}/examples/publisher/`,
        ]
      : []),
    `  Data             ${config.dataFolder}`,
    ...(database === null ? [] : [`  Database         ${database}`]),
  ];
}
