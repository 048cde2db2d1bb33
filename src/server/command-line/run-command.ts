import { readFileSync } from 'node:fs';
import { SettingError } from '../config.ts';
import { EmbeddedPostgresError } from '../db/embedded/embedded-error.ts';
import { UnfitDatabaseError } from '../db/migrate.ts';
import { DataFolderInUseError } from '../process/data-folder-lock.ts';
import { PortTakenError } from '../process/require-free-port.ts';
import { serveDelivery } from '../process/serve-delivery.ts';
import { type CommandContext, type Environment, prepareCommand } from './command-context.ts';
import { runDoctor } from './doctor.ts';
import { type Command, helpText, parseCommandLine, UsageError } from './parse-command-line.ts';
import { runMigrate } from './run-migrate.ts';
import { runSeed } from './run-seed.ts';
import { runServe } from './run-serve.ts';

const usageExitCode = 2;

/** Failures whose message is all that a person needs. */
const explained = [SettingError, DataFolderInUseError, PortTakenError, EmbeddedPostgresError, UnfitDatabaseError];

/** Runs one command line; answers the exit code. */
export async function runCommandLine(
  args: readonly string[],
  options: { readonly environment: Environment; readonly program: string },
): Promise<number> {
  const context: CommandContext = {
    ...options,
    version: readVersion(),
    print: (line) => process.stdout.write(`${line}\n`),
  };
  try {
    return await run(parseCommandLine(args), context);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${helpText}\n`);
      return usageExitCode;
    }
    const known = explained.some((kind) => error instanceof kind);
    const text = known
      ? (error as Error).message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
    process.stderr.write(`placard: ${text}\n`);
    return 1;
  }
}

async function run(command: Command, context: CommandContext): Promise<number> {
  switch (command.name) {
    case 'help':
      context.print(helpText);
      return 0;
    case 'version':
      context.print(context.version);
      return 0;
    case 'serve':
      return command.process === null ? runServe(context, command.role) : runDeliveryProcess(context, command.process);
    case 'migrate':
      return runMigrate(context);
    case 'seed':
      return runSeed(context);
    case 'doctor':
      return runDoctor(context);
  }
}

async function runDeliveryProcess(context: CommandContext, number: number): Promise<number> {
  const prepared = prepareCommand(context, { role: 'delivery', name: `delivery-${number}` });
  return serveDelivery({ ...prepared, number });
}

function readVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
