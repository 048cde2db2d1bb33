import { type AuditHead, verifyAuditChain } from '../audit/verify-audit-chain.ts';
import type { Config } from '../config.ts';
import { findRunningEmbedded } from '../db/embedded/find-running-embedded.ts';
import { readMigrationState, requireKnownMigrations } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { ExplainedError } from '../explained-error.ts';
import type { Logger } from '../log.ts';
import { lockDataFolder } from '../process/data-folder-lock.ts';
import { provideDatabaseServer } from '../process/open-fitting-database.ts';
import { type CommandContext, prepareCommand } from './command-context.ts';

/** Checks the whole audit; exit code 1 when something was changed behind our back. Changes nothing. */
export async function runAuditVerify(context: CommandContext, known: AuditHead | null): Promise<number> {
  const { config, log } = prepareCommand(context, { role: 'management', name: 'audit' });
  const verdict = await withDatabaseServer({ config, log }, (url) => verify(url, known));
  if (verdict.fault !== null) {
    context.print(`The audit is broken at entry ${verdict.fault.number}: ${verdict.fault.reason}.`);
    context.print(`The ${verdict.entries} entries before it are whole.`);
    return 1;
  }
  const { number, hash } = verdict.head;
  context.print(`The audit is whole: ${verdict.entries} entries.`);
  if (number > 0) context.print(`Newest entry: ${number}:${hash} (keep it elsewhere; --head asks for it later)`);
  return 0;
}

async function verify(url: string, known: AuditHead | null) {
  const { kysely } = openDatabase(url, { maxConnections: 1 });
  try {
    const state = await readMigrationState(kysely);
    requireKnownMigrations(state);
    if (state.pending.length > 0) {
      throw new ExplainedError(`The database lacks ${state.pending.join(', ')}; run "placard migrate" first.`);
    }
    return await verifyAuditChain(kysely, known);
  } finally {
    await kysely.destroy();
  }
}

/** Your own PostgreSQL; the one that comes along as it runs, else started for this alone. */
async function withDatabaseServer<Result>(
  settings: { readonly config: Config; readonly log: Logger },
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const { config } = settings;
  const url = config.databaseUrl ?? findRunningEmbedded(config.dataFolder)?.url;
  if (url !== undefined) return work(url);
  const lock = lockDataFolder(config.dataFolder, 'all');
  try {
    const server = await provideDatabaseServer(settings);
    return await work(server.url).finally(() => server.stop());
  } finally {
    lock.release();
  }
}
