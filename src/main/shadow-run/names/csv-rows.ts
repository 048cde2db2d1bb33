import { readFile } from 'node:fs/promises';
import { splitCsv } from '../../../platform/csv/split-csv.ts';
import { ExplainedError } from '../../../platform/log/explained-error.ts';

/** Largest CSV file with names or counts: about 1,000,000 lines. */
const maxBytes = 64 * 1024 * 1024;

export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

/** Reads the rows of a small CSV file, separated by commas, semicolons or tabs, without blank lines and comments (`#`). */
export async function readCsvRows(path: string): Promise<readonly CsvRow[]> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new ExplainedError(`${path} cannot be read (${error.code ?? error.message}). Enter the path of a CSV file.`);
  });
  if (content.length > maxBytes) throw new ExplainedError(`${path} has more than ${maxBytes} bytes.`);
  const lines = content
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';
  const separator = [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
  return lines.flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    return [{ line: index + 1, cells: splitCsv(line, separator).map((cell) => cell.trim()) }];
  });
}
