import { join } from 'node:path';
import { type Config, readConfig } from '../../platform/config/config.ts';
import type { HostRole } from '../../platform/config/roles.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import { createLog, type Logger } from '../../platform/log/log.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Context of every command. */
export type CommandContext = {
  readonly environment: Environment;
  /** Path of the program's entry file, for the other processes. */
  readonly program: string;
  readonly version: string;
  print(line: string): void;
};

/** Returns the configuration, and a log with the name of the process. */
export function prepareCommand(
  context: Pick<CommandContext, 'environment'>,
  options: { readonly roles: readonly HostRole[]; readonly name: string },
): { readonly config: Config; readonly log: Logger } {
  const config = readConfig(context.environment, ...options.roles);
  return { config, log: openLog(config, options.name) };
}

/** The log is the first file that is written to the data folder. */
function openLog(config: Config, name: string): Logger {
  try {
    return createLog({ level: config.logLevel, name, folder: join(config.dataFolder, 'log') });
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new ExplainedError(
      `PLACARD_DATA: the data folder ${config.dataFolder} cannot be used (${cause}). Make it writable for the user that runs placard, or set another folder.`,
      { cause: error },
    );
  }
}
