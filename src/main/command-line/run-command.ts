/*
 * The commands of `placard`.
 *
 * - `parse-command-line.ts`, `parse-shadow-run.ts`, `usage-error.ts`: arguments. `run-command.ts`: from a command to its
 *   function.
 * - `run-serve.ts`, `run-migrate.ts`, `run-seed.ts`, `run-backup.ts`, `run-recount.ts`, `run-recover.ts`,
 *   `run-audit-verify.ts`, `run-shadow-run.ts`: one command per file. `doctor/`: checks of the environment.
 * - `command-context.ts`, `with-database.ts`: code that commands share.
 *
 * A command prints for people and returns an exit code.
 */

import { SettingError } from '../../platform/config/config.ts';
import type { HostRole } from '../../platform/config/roles.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import { readProgramVersion } from '../../platform/process/program-version.ts';
import { type CommandContext, type Environment, prepareCommand } from './command-context.ts';
import { type Command, helpText, parseCommandLine, type SupervisedProcess } from './parse-command-line.ts';
import { UsageError } from './usage-error.ts';

const usageExitCode = 2;

/** Runs a command line and returns the exit code. */
export async function runCommandLine(
  args: readonly string[],
  options: { readonly environment: Environment; readonly program: string },
): Promise<number> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  // A reader such as "head" closes the pipe when it has read enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  try {
    return await run(parseCommandLine(args), { ...options, version: readProgramVersion(), print });
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${helpText}\n`);
      return usageExitCode;
    }
    process.stderr.write(`placard: ${describe(error)}\n`);
    return 1;
  }
}

/**
 * Each command loads only the modules that it needs: a delivery process never loads the database or the management API.
 */
async function run(command: Command, context: CommandContext): Promise<number> {
  switch (command.name) {
    case 'help':
      context.print(helpText);
      return 0;
    case 'version':
      context.print(context.version);
      return 0;
    case 'serve':
      if (command.process !== null) return runChild(context, command.roles, command.process);
      return (await import('./run-serve.ts')).runServe(context, command.roles);
    case 'migrate':
      return (await import('./run-migrate.ts')).runMigrate(context);
    case 'seed':
      return (await import('./run-seed.ts')).runSeed(context);
    case 'audit':
      return (await import('./run-audit-verify.ts')).runAuditVerify(context, command.head);
    case 'backup':
      return (await import('./run-backup.ts')).runBackup(context, command.file);
    case 'restore':
      return (await import('./run-backup.ts')).runRestore(context, command.file);
    case 'recount':
      return (await import('./run-recount.ts')).runRecount(context, command.write);
    case 'recover':
      return (await import('./run-recover.ts')).runRecover(context);
    case 'import':
      return (await import('../importing/run-import.ts')).runImportCommand(context, command);
    case 'shadow-run':
      return (await import('./run-shadow-run.ts')).runShadowRun(context, command);
    case 'doctor':
      return (await import('./doctor/doctor.ts')).runDoctor(context);
    case 'export':
    case 'plan':
    case 'apply':
    case 'undo':
    case 'validate':
    case 'schema': {
      const { runConfigurationCommand } = await import('../configuration-files/run-configuration-command.ts');
      return runConfigurationCommand(context, command);
    }
  }
}

/** Runs one process of a server, started by its supervisor. */
async function runChild(
  context: CommandContext,
  roles: readonly HostRole[],
  name: number | SupervisedProcess,
): Promise<number> {
  if (typeof name === 'number') {
    const prepared = prepareCommand(context, { roles: ['delivery'], name: `delivery-${name}` });
    const { serveDelivery } = await import('../process/delivery/serve-delivery.ts');
    return serveDelivery({ ...prepared, number: name });
  }
  const options = { ...prepareCommand(context, { roles, name }), print: context.print };
  switch (name) {
    case 'delivery':
      return (await import('../process/delivery/serve-delivery-threads.ts')).serveDeliveryThreads(options);
    case 'management':
      return (await import('../process/serve-management.ts')).serveManagement(options);
    case 'worker':
      return (await import('../process/serve-worker.ts')).serveWorker(options);
    case 'host':
      return (await import('../process/serve-host.ts')).serveHost(options);
    default:
      return (await import('../process/serve-counter.ts')).serveCounter({ ...options, name });
  }
}

function describe(error: unknown): string {
  if (error instanceof ExplainedError || error instanceof SettingError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
