import type { Cell, ReportTable } from './report-table.ts';

/** Says that the text is UTF-8: without it spreadsheets take it for something else. */
const byteOrderMark = '\uFEFF';
/** A cell that begins so is run as a formula by spreadsheets, also in quotes. */
const formula = /^[=+\-@\t\r]/;

/** A table as CSV (RFC 4180), which a spreadsheet opens and nothing in it runs. */
export function writeCsv({ head, lines }: ReportTable): string {
  return `${byteOrderMark}${[head, ...lines].map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')}`;
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
