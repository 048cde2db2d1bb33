import { readStoredHead } from '../../platform/audit/stored-head.ts';
import { type AuditHead, verifyAuditChain } from '../../platform/audit/verify-audit-chain.ts';
import type { Config } from '../../platform/config/config.ts';
import { openPlainStore } from '../../platform/files/plain-store.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import { type CommandContext, prepareCommand } from './command-context.ts';
import { withDatabaseServer, withFittingDatabase } from './with-database.ts';

/** Verifies the complete audit log. Returns 1 if it was modified. Changes nothing. */
export async function runAuditVerify(context: CommandContext, known: AuditHead | null): Promise<number> {
  const { config, log } = prepareCommand(context, { roles: ['management'], name: 'audit' });
  // Read before the database, so that the chain contains at least this entry.
  const kept = await readKept(config);
  const noted = [known, kept].filter((head) => head !== null);
  const verdict = await withDatabaseServer({ config, log }, (url) => verify(url, noted));
  if (verdict.fault !== null) {
    context.print(`The audit log is invalid at entry ${verdict.fault.number}: ${verdict.fault.reason}.`);
    context.print(`The ${verdict.entries} entries before it are valid.`);
    return 1;
  }
  const { number, hash } = verdict.head;
  context.print(`The audit log is valid: ${verdict.entries} entries.`);
  if (kept !== null) context.print(`It contains entry ${kept.number}, which is stored outside the database.`);
  if (number > 0) context.print(`Newest entry: ${number}:${hash} (store it elsewhere and pass it to --head later)`);
  return 0;
}

/** Without it, only changes within the chain would be found. An unreachable store is therefore an error. */
async function readKept(config: Config): Promise<AuditHead | null> {
  const store = openPlainStore(config);
  try {
    return await readStoredHead(store);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExplainedError(`The audit entry outside the database cannot be read: ${reason}`, {
      cause: error,
    });
  } finally {
    await store.close();
  }
}

async function verify(url: string, known: readonly AuditHead[]) {
  return withFittingDatabase(url, (database) => verifyAuditChain(database, known));
}
