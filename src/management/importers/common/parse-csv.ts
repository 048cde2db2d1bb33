import type { SourceRecord } from './source-record.ts';

/** Separators of CSV files, most common first. */
const separators = [',', ';', '\t'] as const;

/**
 * Reads a CSV file (RFC 4180) with a header as records by column. Detects the separator. Cells may contain line breaks. Empty
 * rows are skipped, missing cells are empty, and cells without a column are ignored.
 */
export function parseCsvRecords(text: string): readonly SourceRecord[] {
  const plain = text.replace(/^\uFEFF/, '');
  const firstLine = plain.slice(0, plain.search(/[\r\n]|$/));
  const counts = separators.map((separator) => firstLine.split(separator).length);
  const separator = separators[counts.indexOf(Math.max(...counts))] ?? ',';
  const [header = [], ...rows] = cellsOf(plain, separator);
  return rows
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .map((row) => Object.fromEntries(header.map((name, index) => [name.trim(), row[index] ?? ''])));
}

function cellsOf(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  const pattern = new RegExp(`("(?:[^"]|"")*"?|[^${separator}\\r\\n]*)(${separator}|\\r\\n|\\r|\\n|$)`, 'gy');
  while (pattern.lastIndex <= text.length) {
    const match = pattern.exec(text);
    if (match === null) break;
    const [, cell = '', end = ''] = match;
    row.push(cell.startsWith('"') ? cell.slice(1).replace(/"$/, '').replaceAll('""', '"') : cell);
    if (end !== separator) {
      rows.push(row);
      row = [];
    }
    if (end === '') break;
  }
  return rows;
}
