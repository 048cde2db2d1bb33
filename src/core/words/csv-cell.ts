/** A cell that begins so is run as a formula by spreadsheets, also in quotes. */
const formula = /^[=+\-@\t\r]/;
/** What was made harmless; a text of its own that looks so too reads the same. */
const harmless = /^'[=+\-@\t\r]/;

/** A text, a number, or nothing. */
export type CsvCell = string | number | null;

/** Says that the text is UTF-8: without it spreadsheets take it for something else. */
export const byteOrderMark = '\uFEFF';

/**
 * Rows as CSV (RFC 4180) that a spreadsheet opens and in which nothing runs: what it would take for a formula is text.
 * @example csvText([['name'], ['=1+1']]) // 'name\r\n\'=1+1\r\n'
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');
}

/**
 * The text of a cell as it was before it was written, for who reads such a file again.
 * @example readCell("'=1+1") // '=1+1'
 */
export function readCell(text: string): string {
  return harmless.test(text) ? text.slice(1) : text;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
