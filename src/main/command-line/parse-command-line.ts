import { parseArgs } from 'node:util';
import { type HostRole, hostRoles } from '../../platform/config/roles.ts';
import type { ConfigurationCommand } from '../configuration-files/run-configuration-command.ts';
import { type ImportCommand, importHelp, parseImport } from '../importing/parse-import.ts';
import {
  readShadowRun,
  refuseShadowRunOptions,
  type ShadowRunCommand,
  shadowRunHelp,
  shadowRunOptions,
} from './parse-shadow-run.ts';
import { UsageError } from './usage-error.ts';

export const commands = [
  'serve',
  'migrate',
  'seed',
  'doctor',
  'audit',
  'recount',
  'recover',
  'backup',
  'restore',
  'export',
  'plan',
  'apply',
  'undo',
  'validate',
  'schema',
  'shadow-run',
] as const;

export type Command =
  | ImportCommand
  | { readonly name: 'serve'; readonly roles: readonly HostRole[]; readonly process: number | SupervisedProcess | null }
  | { readonly name: 'audit'; readonly head: NotedHead | null }
  | { readonly name: 'recount'; readonly write: boolean }
  | { readonly name: 'backup' | 'restore'; readonly file: string }
  | ConfigurationCommand
  | ({ readonly name: 'shadow-run' } & ShadowRunCommand)
  | { readonly name: 'migrate' | 'seed' | 'recover' | 'doctor' | 'help' | 'version' };

/** Server processes. Only the supervisor starts them. */
const supervisedProcesses = ['delivery', 'management', 'worker', 'host'] as const;
const counterPattern = /^counter-\d{1,3}$/;
export type SupervisedProcess = (typeof supervisedProcesses)[number] | `counter-${number}`;

/** A previously recorded entry of the audit chain. */
export type NotedHead = { readonly number: number; readonly hash: string };

export const helpText = `placard: an ad server with campaign management

Usage: placard <command> [options]

  serve      run the server (what "npm start" does)
    --role all|management|delivery|worker   roles of this host (default: all), separated by commas
    --process <number>                      with --role delivery: run only the delivery process with this number
  migrate    migrate the database to the newest schema and exit
  seed       create the demo data: publishers, campaigns, banners
  doctor     check settings, database, disk, clock and ports, and list the problems
  audit verify   verify the chain of hashes of the audit log
    --head <number>:<hash>                  an entry that an earlier "audit verify" printed; it must still exist
  recount    recount the archived journal and compare the result with the reports
    --write                                 correct the differences
  recover    count the readable events in damaged journal segments of this host and mark the damage as handled
  backup <file>    write a backup to one file; the server may be running
  restore <file>   restore a backup into an empty database and data folder
${shadowRunHelp}

Configuration of a running installation as YAML files (PLACARD_URL, PLACARD_CLIENT_ID, PLACARD_CLIENT_SECRET):

  export <folder>    write the configuration to a folder
    --sections <names>                      only these sections, separated by commas
    --no-files                              without the files of creatives
  validate <folder>  check the files of a folder without an installation
  plan <folder>      show what apply would change, and the effect on shares
    --prune                                 archive objects that are not in the folder
    --exit-code                             exit with 2 if there are changes
  apply <folder>     apply the folder: all changes in one revision, or none
    --prune, --yes, --note <text>           --yes: do not ask for confirmation
  undo <number>      undo an apply
    --force, --note <text>                  --force: also revert later changes of its objects
  schema             print the JSON Schema of the files
    --url <address>                         with all of them: address of the installation, instead of PLACARD_URL

${importHelp}

  --help     show this
  --version  show the version

Settings come from the environment: PORT, PLACARD_DELIVERY_PORT, PLACARD_DATA, DATABASE_URL and more;
docs/guide/reference/settings.md lists them all.`;

/** Parses the arguments after the program's name. Throws `UsageError`. */
export function parseCommandLine(args: readonly string[]): Command {
  if (args[0] === 'import' && !args.includes('--help')) return parseImport(args.slice(1));
  const { values, positionals } = parse(args);
  if (values.help === true) return { name: 'help' };
  if (values.version === true) return { name: 'version' };
  const [name, ...rest] = positionals;
  if (name === undefined) throw new UsageError('A command is required.');
  if (!isCommand(name)) throw new UsageError(`Unknown command "${name}".`);
  if (name === 'audit') return readAudit(rest, values);
  if (values.head !== undefined) throw new UsageError('--head belongs to "audit verify".');
  if (values.write !== undefined && name !== 'recount') throw new UsageError('--write belongs to "recount".');
  if (name === 'shadow-run') {
    refuseServeOptions(name, values);
    refuseConfigurationOptions(name, values);
    return { name, ...readShadowRun(rest, values) };
  }
  refuseShadowRunOptions(values);
  if (name === 'backup' || name === 'restore') return readBackup(name, rest, values);
  if (isConfigurationCommand(name)) return readConfigurationCommand(name, rest, values);
  refuseConfigurationOptions(name, values);
  if (rest[0] !== undefined) throw new UsageError(`Unexpected argument "${rest[0]}".`);
  if (name === 'serve') return readServe(values);
  refuseServeOptions(name, values);
  return name === 'recount' ? { name, write: values.write === true } : { name };
}

function refuseServeOptions(name: string, values: Values): void {
  if (values.role === undefined && values.process === undefined) return;
  throw new UsageError(`--role and --process belong to "serve", not to "${name}".`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        role: { type: 'string', multiple: true },
        process: { type: 'string' },
        head: { type: 'string' },
        write: { type: 'boolean' },
        url: { type: 'string' },
        sections: { type: 'string' },
        'no-files': { type: 'boolean' },
        prune: { type: 'boolean' },
        'exit-code': { type: 'boolean' },
        yes: { type: 'boolean' },
        note: { type: 'string' },
        force: { type: 'boolean' },
        ...shadowRunOptions,
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

type Values = ReturnType<typeof parse>['values'];

function isCommand(name: string): name is (typeof commands)[number] {
  return (commands as readonly string[]).includes(name);
}

/** Options of each command for configurations. */
const configurationOptions = {
  export: ['url', 'sections', 'no-files'],
  validate: [],
  plan: ['url', 'prune', 'exit-code'],
  apply: ['url', 'prune', 'yes', 'note'],
  undo: ['url', 'force', 'note'],
  schema: [],
} as const satisfies Record<ConfigurationCommand['name'], readonly (keyof Values)[]>;

const allConfigurationOptions = [...new Set(Object.values(configurationOptions).flat())];

function isConfigurationCommand(name: string): name is ConfigurationCommand['name'] {
  return Object.hasOwn(configurationOptions, name);
}

function refuseConfigurationOptions(name: string, values: Values, allowed: readonly string[] = []): void {
  const refused = allConfigurationOptions.find((option) => values[option] !== undefined && !allowed.includes(option));
  if (refused !== undefined) throw new UsageError(`--${refused} does not belong to "${name}".`);
}

function readConfigurationCommand(
  name: ConfigurationCommand['name'],
  rest: readonly string[],
  values: Values,
): ConfigurationCommand {
  refuseServeOptions(name, values);
  refuseConfigurationOptions(name, values, configurationOptions[name]);
  const [argument, more] = rest;
  if (name === 'schema') {
    if (argument !== undefined) throw new UsageError(`Unexpected argument "${argument}".`);
    return { name };
  }
  if (argument === undefined || more !== undefined) {
    throw new UsageError(
      name === 'undo'
        ? 'Exactly one number is required: "undo 7".'
        : `Exactly one folder is required: "${name} configuration".`,
    );
  }
  const { url = null, prune = false, note = null } = values;
  switch (name) {
    case 'export':
      return { name, folder: argument, url, sections: values.sections ?? null, files: values['no-files'] !== true };
    case 'validate':
      return { name, folder: argument };
    case 'plan':
      return { name, folder: argument, url, prune, exitCode: values['exit-code'] === true };
    case 'apply':
      return { name, folder: argument, url, prune, yes: values.yes === true, note };
    case 'undo':
      if (!/^[1-9]\d{0,14}$/.test(argument)) throw new UsageError('Exactly one number is required: "undo 7".');
      return { name, id: Number(argument), url, force: values.force === true, note };
  }
}

function readAudit(rest: readonly string[], values: Values): Command {
  if (rest[0] !== 'verify' || rest.length > 1) throw new UsageError('The audit command is "audit verify".');
  refuseServeOptions('audit', values);
  if (values.head === undefined) return { name: 'audit', head: null };
  const [, number, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(values.head) ?? [];
  if (number === undefined || hash === undefined) {
    throw new UsageError('--head is a number and 64 hex digits, as "audit verify" printed them: 12:9f86d0...');
  }
  return { name: 'audit', head: { number: Number(number), hash } };
}

function readBackup(name: 'backup' | 'restore', rest: readonly string[], values: Values): Command {
  refuseServeOptions(name, values);
  const [file, more] = rest;
  if (file === undefined || more !== undefined)
    throw new UsageError(`Exactly one file is required: "${name} placard.tar.gz".`);
  return { name, file };
}

function readServe(values: Values): Command {
  const chosen = readRoles(values.role);
  return { name: 'serve', roles: chosen, process: readProcess(values.process, chosen) };
}

function readRoles(given: readonly string[] | undefined): readonly HostRole[] {
  if (given === undefined) return ['all'];
  return given.flatMap((text) => text.split(',')).map(readRole);
}

function readRole(text: string): HostRole {
  const role = hostRoles.find((candidate) => candidate === text);
  if (role === undefined) throw new UsageError(`--role is one of ${hostRoles.join(', ')}, not "${text}".`);
  return role;
}

function readProcess(text: string | undefined, chosen: readonly HostRole[]): number | SupervisedProcess | null {
  if (text === undefined) return null;
  const supervised = supervisedProcesses.find((name) => name === text);
  if (supervised !== undefined) return supervised;
  if (counterPattern.test(text)) return text as `counter-${number}`;
  if (chosen.join() !== 'delivery') throw new UsageError('--process requires --role delivery and no other role.');
  if (!/^\d{1,3}$/.test(text)) throw new UsageError(`--process is a number from 0, not "${text}".`);
  return Number(text);
}
