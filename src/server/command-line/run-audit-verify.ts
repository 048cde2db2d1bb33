import { type AuditHead, verifyAuditChain } from '../audit/verify-audit-chain.ts';
import { type CommandContext, prepareCommand } from './command-context.ts';
import { withDatabaseServer, withFittingDatabase } from './with-database.ts';

/** Checks the whole audit; exit code 1 when something was changed behind our back. Changes nothing. */
export async function runAuditVerify(context: CommandContext, known: AuditHead | null): Promise<number> {
  const { config, log } = prepareCommand(context, { roles: ['management'], name: 'audit' });
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
  return withFittingDatabase(url, (database) => verifyAuditChain(database, known));
}
