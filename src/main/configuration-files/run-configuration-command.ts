import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type {
  ConfigurationApplyView,
  ConfigurationPlanView,
} from '../../contract/configuration/configuration-calls.ts';
import { configurationSchema } from '../../contract/configuration/configuration-schema.ts';
import { checkOffline } from '../../management/configuration/check-offline.ts';
import type { CommandContext } from '../command-line/command-context.ts';
import { describeErrors, describeProblem, sourceErrorsOf } from './describe-errors.ts';
import { describePlan, summaryOf } from './describe-plan.ts';
import { type ManagementApi, openManagementApi } from './management-api.ts';
import { type ReadDocument, readFolder } from './read-folder.ts';
import type { SourceError } from './source-error.ts';
import { downloadFiles, uploadFiles, uploadRawFiles } from './transfer-files.ts';
import { writeFolder } from './write-folder.ts';

/** A command for the configuration of a running installation. */
export type ConfigurationCommand =
  | {
      readonly name: 'export';
      readonly folder: string;
      readonly url: string | null;
      readonly sections: string | null;
      readonly files: boolean;
    }
  | ({ readonly name: 'plan'; readonly exitCode: boolean } & FolderOptions)
  | ({ readonly name: 'apply'; readonly yes: boolean; readonly note: string | null } & FolderOptions)
  | {
      readonly name: 'undo';
      readonly id: number;
      readonly url: string | null;
      readonly force: boolean;
      readonly note: string | null;
    }
  | { readonly name: 'validate'; readonly folder: string }
  | { readonly name: 'schema' };

type FolderOptions = { readonly folder: string; readonly url: string | null; readonly prune: boolean };

/** Exit code of `plan --exit-code` if the installation differs. */
const changedExitCode = 2;

/** Runs a command. Returns 0, 1 for errors, or 2 for differences if they were asked for. */
export async function runConfigurationCommand(context: CommandContext, command: ConfigurationCommand): Promise<number> {
  switch (command.name) {
    case 'schema':
      context.print(JSON.stringify(configurationSchema(), null, 2));
      return 0;
    case 'validate':
      return validate(context, await readFolder(pathOf(context, command.folder)));
    case 'export':
      return exportTo(context, command);
    case 'plan':
      return plan(context, command);
    case 'apply':
      return apply(context, command);
    case 'undo':
      return undo(context, command);
  }
}

/** `npm run` starts commands in the folder of the package, and names the folder of the caller. */
function pathOf({ environment }: CommandContext, folder: string): string {
  return resolve(environment['INIT_CWD'] ?? process.cwd(), folder);
}

function printErrors({ print }: CommandContext, errors: readonly SourceError[]): number {
  for (const line of describeErrors(errors)) print(line);
  print(`${errors.length} ${errors.length === 1 ? 'error' : 'errors'}. Nothing was changed.`);
  return 1;
}

/** Checks files without an installation. Objects that the document does not contain may exist there. */
function validate(context: CommandContext, read: ReadDocument): number {
  const errors = [...read.errors, ...offlineErrors(read)];
  if (errors.length > 0) return printErrors(context, errors);
  context.print(`${read.files} ${read.files === 1 ? 'file is' : 'files are'} valid.`);
  return 0;
}

function offlineErrors({ document, lines, errors }: ReadDocument): readonly SourceError[] {
  // A file with a syntax error has no content, and its objects would be reported as missing.
  if (errors.length > 0) return [];
  return sourceErrorsOf({ errors: checkOffline(document) }, lines) ?? [];
}

async function exportTo(
  context: CommandContext,
  { folder, url, sections, files }: Extract<ConfigurationCommand, { name: 'export' }>,
): Promise<number> {
  const api = openManagementApi(context.environment, url);
  const { status, body } = await api.call(
    'GET',
    `/configuration${sections === null ? '' : `?sections=${encodeURIComponent(sections)}`}`,
  );
  if (status !== 200) return failed(context, status, body);
  const document = body as Record<string, unknown>;
  const path = pathOf(context, folder);
  const changed = await writeFolder(path, document);
  const downloaded = files ? await downloadFiles(api, document, path) : 0;
  const counts = Object.entries(document).filter(([name]) => name !== 'version' && name !== 'settings');
  context.print(counts.map(([name, objects]) => `${Object.keys(objects as object).length} ${name}`).join(', '));
  context.print(
    `Exported from ${api.address} to ${path}: ${changed} YAML files changed, ${downloaded} files of creatives downloaded.`,
  );
  return 0;
}

type Prepared = { readonly api: ManagementApi; readonly read: ReadDocument; readonly body: Record<string, unknown> };

/** Reads the folder and uploads the files that the installation lacks. null: errors were printed. */
async function prepare(context: CommandContext, { folder, url, prune }: FolderOptions): Promise<Prepared | null> {
  const path = pathOf(context, folder);
  const read = await readFolder(path);
  const errors = [...read.errors, ...(read.errors.length > 0 ? [] : structureErrors(read))];
  if (errors.length > 0) {
    printErrors(context, errors);
    return null;
  }
  const api = openManagementApi(context.environment, url);
  await uploadFiles(api, read.document, path);
  const uploads = await uploadRawFiles(api, read.document, path);
  return { api, read, body: { document: read.document, prune, uploads } };
}

/** The installation checks everything else. */
function structureErrors(read: ReadDocument): readonly SourceError[] {
  return offlineErrors(read).filter(({ code }) => code === 'unknown_section' || code === 'unsupported_version');
}

async function readPlan(context: CommandContext, prepared: Prepared): Promise<ConfigurationPlanView | null> {
  const { api, read, body } = prepared;
  const answer = await api.call('POST', '/configuration/plan', body);
  if (answer.status === 200) return answer.body as ConfigurationPlanView;
  const errors = sourceErrorsOf(answer.body, read.lines);
  if (errors === null) failed(context, answer.status, answer.body);
  else printErrors(context, errors);
  return null;
}

async function plan(
  context: CommandContext,
  command: Extract<ConfigurationCommand, { name: 'plan' }>,
): Promise<number> {
  const prepared = await prepare(context, command);
  const planned = prepared === null ? null : await readPlan(context, prepared);
  if (planned === null) return 1;
  for (const line of describePlan(planned)) context.print(line);
  return command.exitCode && hasChanges(planned) ? changedExitCode : 0;
}

function hasChanges({ changes }: ConfigurationPlanView): boolean {
  return changes.length > 0;
}

async function apply(
  context: CommandContext,
  command: Extract<ConfigurationCommand, { name: 'apply' }>,
): Promise<number> {
  const prepared = await prepare(context, command);
  const planned = prepared === null ? null : await readPlan(context, prepared);
  if (prepared === null || planned === null) return 1;
  for (const line of describePlan(planned)) context.print(line);
  if (!hasChanges(planned)) return 0;
  if (!command.yes && !(await confirmed(prepared.api.address))) {
    context.print('Nothing was changed.');
    return 1;
  }
  const body = { ...prepared.body, expectedRevision: planned.revision, note: command.note };
  const answer = await prepared.api.call('POST', '/configuration/apply', body);
  if (answer.status !== 200) {
    const errors = sourceErrorsOf(answer.body, prepared.read.lines);
    return errors === null ? failed(context, answer.status, answer.body) : printErrors(context, errors);
  }
  return applied(context, answer.body);
}

function applied({ print }: CommandContext, body: unknown): number {
  const { id, revision, ...counts } = body as ConfigurationApplyView;
  if (id === null) print(summaryOf(counts));
  else print(`Applied in revision ${revision}. To undo: placard undo ${id}`);
  return 0;
}

async function confirmed(address: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Apply these changes to ${address}? (yes/no) `);
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
}

async function undo(
  context: CommandContext,
  { id, url, force, note }: Extract<ConfigurationCommand, { name: 'undo' }>,
): Promise<number> {
  const api = openManagementApi(context.environment, url);
  const { status, body } = await api.call('POST', `/configuration/applies/${id}/undo`, { force, note });
  if (status === 200) return applied(context, body);
  const { errors = [] } = (body ?? {}) as { errors?: readonly { pointer: string; message: string }[] };
  for (const { pointer, message } of errors) context.print(`${pointer} ${message}`);
  return failed(context, status, body);
}

function failed({ print }: CommandContext, status: number, body: unknown): number {
  print(`The installation refused the call: ${describeProblem(status, body)}`);
  return 1;
}
