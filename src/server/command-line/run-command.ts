import { readFileSync } from 'node:fs';
import { SettingError } from '../config.ts';
import { ExplainedError } from '../explained-error.ts';
import { type CommandContext, type Environment, prepareCommand } from './command-context.ts';
import { type Command, helpText, parseCommandLine, UsageError } from './parse-command-line.ts';

const usageExitCode = 2;

/** Runs one command line; answers the exit code. */
export async function runCommandLine(
  args: readonly string[],
  options: { readonly environment: Environment; readonly program: string },
): Promise<number> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    return await run(parseCommandLine(args), { ...options, version: readVersion(), print });
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${helpText}\n`);
      return usageExitCode;
    }
    process.stderr.write(`placard: ${describe(error)}\n`);
    return 1;
  }
}

/** Each command loads only what it needs: a delivery process never loads the database or the management API. */
async function run(command: Command, context: CommandContext): Promise<number> {
  switch (command.name) {
    case 'help':
      context.print(helpText);
      return 0;
    case 'version':
      context.print(context.version);
      return 0;
    case 'serve':
      if (command.process !== null) return runDeliveryProcess(context, command.process);
      return (await import('./run-serve.ts')).runServe(context, command.role);
    case 'migrate':
      return (await import('./run-migrate.ts')).runMigrate(context);
    case 'seed':
      return (await import('./run-seed.ts')).runSeed(context);
    case 'audit':
      return (await import('./run-audit-verify.ts')).runAuditVerify(context, command.head);
    case 'doctor':
      return (await import('./doctor.ts')).runDoctor(context);
  }
}

async function runDeliveryProcess(context: CommandContext, number: number): Promise<number> {
  const prepared = prepareCommand(context, { role: 'delivery', name: `delivery-${number}` });
  const { serveDelivery } = await import('../process/serve-delivery.ts');
  return serveDelivery({ ...prepared, number });
}

function describe(error: unknown): string {
  if (error instanceof ExplainedError || error instanceof SettingError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function readVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
