import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { findingsCsv, findingsSummary, unsupportedLines } from '../../management/importers/findings-table.ts';
import type { ImportResult } from '../../management/importers/importer.ts';
import { importRevive } from '../../management/importers/revive/import-revive.ts';
import { readReviveDatabase } from '../../management/importers/revive/source/read-revive-database.ts';
import { readReviveDump } from '../../management/importers/revive/source/read-revive-dump.ts';
import { statisticsCsv } from '../../management/importers/revive/statistics-csv.ts';
import type { CommandContext } from '../command-line/command-context.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { runConfigurationCommand } from '../configuration-files/run-configuration-command.ts';
import { writeFolder } from '../configuration-files/write-folder.ts';
import type { ImportCommand } from './parse-import.ts';
import { translateFiles } from './translate-files.ts';

/** Findings that are printed. The file contains all of them. */
const maxPrinted = 100;

/** Translates the source, prints the findings, and writes or applies the configuration. */
export async function runImportCommand(context: CommandContext, command: ImportCommand): Promise<number> {
  const pathOf = (path: string) => resolve(context.environment['INIT_CWD'] ?? process.cwd(), path);
  const translated =
    command.source === 'revive'
      ? await translateRevive(context, command, pathOf)
      : await translateFiles(context, command, pathOf);
  if (translated === null) return 1;
  const { result, statistics } = translated;
  printFindings(context, result);
  if (command.dryRun) return 0;
  if (command.out !== null) {
    const folder = pathOf(command.out);
    await writeImport(folder, result, statistics);
    context.print(`Written to ${folder}. Continue with "placard plan ${command.out}".`);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), 'placard-import-'));
  try {
    await writeImport(folder, result, statistics);
    const { url, yes, note } = command;
    return await runConfigurationCommand(context, { name: 'apply', folder, url, yes, note, prune: false });
  } finally {
    await rm(folder, { recursive: true });
  }
}

type ReviveCommand = Extract<ImportCommand, { readonly source: 'revive' }>;

async function translateRevive(context: CommandContext, command: ReviveCommand, pathOf: (path: string) => string) {
  const { from, files, ignoreUnsupported, currency } = command;
  const prefix = command.prefix ?? undefined;
  const data =
    from.kind === 'database'
      ? await readReviveDatabase(from.url ?? databaseUrl(context), { prefix })
      : await readReviveDump(pathOf(from.path), { prefix });
  const filesFolder = files === null ? null : pathOf(files);
  const result = await importRevive(data, { filesFolder, ignoreUnsupported, currency, nowMs: Date.now() });
  return { result, statistics: statisticsCsv(data.statistics) };
}

function databaseUrl({ environment }: CommandContext): string {
  const url = environment['PLACARD_IMPORT_DATABASE'] ?? '';
  if (url !== '') return url;
  throw new UsageError('One of --database, PLACARD_IMPORT_DATABASE and --dump is required.');
}

function printFindings({ print }: CommandContext, { findings }: ImportResult): void {
  for (const line of findingsSummary(findings)) print(line);
  const lines = unsupportedLines(findings);
  if (lines.length > 0) print('');
  for (const line of lines.slice(0, maxPrinted)) print(line);
  if (lines.length > maxPrinted) print(`and ${lines.length - maxPrinted} more. findings.csv contains all of them.`);
  print('');
}

/** Writes the configuration, the original files, the findings and the statistics to a folder. */
async function writeImport(folder: string, result: ImportResult, statistics: string): Promise<void> {
  await writeFolder(folder, result.document);
  const originals = join(folder, 'files', 'originals');
  await mkdir(originals, { recursive: true });
  for (const file of result.files) {
    const content = file.read();
    await writeFile(join(originals, file.sha256), Buffer.isBuffer(content) ? content : Readable.from(content));
  }
  await writeFile(join(folder, 'findings.csv'), findingsCsv(result.findings));
  if (statistics !== '') await writeFile(join(folder, 'statistics.csv'), statistics);
}
