import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { importAdhese } from '../../management/importers/adhese/import-adhese.ts';
import type { SourceOptions } from '../../management/importers/common/import-line.ts';
import { parseCsvRecords } from '../../management/importers/common/parse-csv.ts';
import type { ExportFile } from '../../management/importers/common/source-files.ts';
import { type CsvMapping, csvMappingSchema, suggestMapping } from '../../management/importers/csv/csv-mapping.ts';
import { importCsv } from '../../management/importers/csv/import-csv.ts';
import { importGoogleAdManager } from '../../management/importers/google-ad-manager/import-gam.ts';
import type { ImportResult } from '../../management/importers/importer.ts';
import { importKevel } from '../../management/importers/kevel/import-kevel.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import type { CommandContext } from '../command-line/command-context.ts';
import type { FileSource, ImportCommand } from './parse-import.ts';

const translators: Readonly<
  Record<Exclude<FileSource, 'csv'>, (files: readonly ExportFile[], options: SourceOptions) => ImportResult>
> = { 'google-ad-manager': importGoogleAdManager, kevel: importKevel, adhese: importAdhese };

type FileCommand = Extract<ImportCommand, { readonly source: FileSource }>;

/** Translates files of an export. Without the mapping of CSV columns, prints a suggestion and returns null. */
export async function translateFiles(
  { print }: CommandContext,
  command: FileCommand,
  pathOf: (path: string) => string,
): Promise<{ readonly result: ImportResult; readonly statistics: string } | null> {
  const files = await Promise.all(
    command.paths.map(async (path) => ({ name: basename(path), text: await readText(pathOf(path)) })),
  );
  const { ignoreUnsupported, currency, timeZone, source } = command;
  const options = { ignoreUnsupported, currency, timeZone };
  if (source !== 'csv') return { result: translators[source](files, options), statistics: '' };
  if (command.mapping === null) {
    const header = Object.keys(parseCsvRecords(files[0]?.text ?? '')[0] ?? {});
    print(JSON.stringify(suggestMapping(header), null, 2));
    print('This mapping is a suggestion. Save it to a file, correct it, and pass it with --mapping.');
    return null;
  }
  const mapping = parsedMapping(await readText(pathOf(command.mapping)), command.mapping);
  return { result: importCsv(files, mapping, options), statistics: '' };
}

async function readText(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    throw new ExplainedError(`The file ${path} cannot be read: ${(error as Error).message}.`);
  }
}

function parsedMapping(text: string, path: string): CsvMapping {
  try {
    const parsed = csvMappingSchema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw new Error(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`);
  } catch (error) {
    throw new ExplainedError(`The mapping ${path} is not valid: ${(error as Error).message}.`);
  }
}
