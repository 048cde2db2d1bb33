import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { type Config, SettingError } from '../../platform/config/config.ts';
import { type HostRole, nameOfServes, servesAll, servesOf } from '../../platform/config/roles.ts';
import type { PrintedCredentials } from '../supervisor/messages.ts';
import { serve } from '../supervisor/serve.ts';
import { addressNote } from './address-note.ts';
import { type CommandContext, prepareCommand } from './command-context.ts';
import { introduceAccounts } from './introduce-accounts.ts';

/** Serves until it receives a shutdown signal. */
export async function runServe(context: CommandContext, roles: readonly HostRole[]): Promise<number> {
  const startedAt = performance.now();
  const { config, log } = prepareCommand(context, { roles, name: nameOfServes(servesOf(roles)) });
  requireSharedDatabase(config);
  requireSharedSecret(config);
  let isReady = false;
  let created: PrintedCredentials | null = null;
  const introduce = () => {
    if (created === null || !isReady) return;
    for (const line of introduceAccounts(created, config)) context.print(line);
    created = null;
  };
  await serve({
    config,
    log,
    program: context.program,
    print: context.print,
    created(credentials) {
      created = credentials;
      introduce();
    },
    ready({ database }) {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      context.print(`Placard ${context.version} is ready (${seconds} s)`);
      for (const line of addresses(config, database)) context.print(line);
      const note = config.serves.delivery ? addressNote(config) : null;
      if (note !== null) context.print(note);
      isReady = true;
      introduce();
      // Node writes the compile cache only on a normal exit. Flushing it here keeps starts fast after a kill.
      flushCompileCache();
    },
  });
  return 0;
}

/** The bundled PostgreSQL has one owner. Roles that run separately require a shared one. */
function requireSharedDatabase(config: Config): void {
  const { management, worker } = config.serves;
  if (config.databaseUrl !== null || servesAll(config.serves) || !(management || worker)) return;
  const role = management ? 'management' : 'worker';
  throw new SettingError(`DATABASE_URL: --role ${role} requires a PostgreSQL that the other roles can reach`);
}

/**
 * Hosts of one installation verify each other's tokens. A host without a secret must therefore not generate its own.
 */
function requireSharedSecret({ redisUrl, secret, serves, dataFolder }: Config): void {
  if (redisUrl === null || secret !== null || servesAll(serves) || existsSync(join(dataFolder, 'secret'))) return;
  throw new SettingError(
    'PLACARD_SECRET: all hosts of an installation require the same secret. Set the secret of the first host',
  );
}

function addresses(config: Config, database: string | null): readonly string[] {
  return [
    ...(config.serves.management
      ? [
          `  Campaigns        ${config.publicUrl}`,
          `  Management API   ${config.publicUrl}/api/v1`,
          `  API docs         ${config.publicUrl}/api/docs`,
          `  Guide            ${config.publicUrl}/docs/`,
        ]
      : []),
    ...(config.serves.delivery
      ? [
          `  Ad requests      ${config.deliveryUrl}/json`,
          `  Example page     ${config.deliveryUrl}/examples/publisher/`,
        ]
      : []),
    `  Data             ${config.dataFolder}`,
    ...(database === null ? [] : [`  Database         ${database}`]),
  ];
}
