/** Spreadsheets run a cell with this prefix as a formula, even in quotes. */
const formula = /^[=+\-@\t\r]/;
/** A neutralized cell. An original text of this form is read in the same way. */
const harmless = /^'[=+\-@\t\r]/;

/** A text, a number, or an empty cell. */
export type CsvCell = string | number | null;

/** Marks the text as UTF-8. Without it spreadsheets assume another encoding. */
export const byteOrderMark = '\uFEFF';

/**
 * Formats rows as CSV (RFC 4180) for spreadsheets. Text that would be run as a formula is neutralized.
 * @example csvText([['name'], ['=1+1']]) // 'name\r\n\'=1+1\r\n'
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('');
}

/**
 * Returns the original text of a cell that `csvText` wrote.
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
