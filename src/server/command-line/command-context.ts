import { join } from 'node:path';
import { type Config, type Role, readConfig } from '../config.ts';
import { createLog, type Logger } from '../log.ts';

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
  options: { readonly role: Role; readonly name: string },
): { readonly config: Config; readonly log: Logger } {
  const config = readConfig(context.environment, options.role);
  const folder = join(config.dataFolder, 'log');
  return { config, log: createLog({ level: config.logLevel, name: options.name, folder }) };
}
