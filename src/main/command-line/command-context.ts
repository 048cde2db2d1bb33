import { join } from 'node:path';
import { type Config, readConfig } from '../../platform/config/config.ts';
import type { HostRole } from '../../platform/config/roles.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import { createLog, type Logger } from '../../platform/log/log.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What every command has to work with. */
export type CommandContext = {
  readonly environment: Environment;
  /** Path of the program's entry, for the delivery processes. */
  readonly program: string;
  readonly version: string;
  print(line: string): void;
};

/** The settings, and the log of the process named so. */
export function prepareCommand(
  context: CommandContext,
  options: { readonly roles: readonly HostRole[]; readonly name: string },
): { readonly config: Config; readonly log: Logger } {
  const config = readConfig(context.environment, ...options.roles);
  return { config, log: openLog(config, options.name) };
}

/** The log is the first thing that is written to the data folder. */
function openLog(config: Config, name: string): Logger {
  try {
    return createLog({ level: config.logLevel, name, folder: join(config.dataFolder, 'log') });
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new ExplainedError(
      `PLACARD_DATA: the data folder ${config.dataFolder} cannot be used (${cause}); give it to the user that runs placard, or name another folder.`,
      { cause: error },
    );
  }
}
