import { byteOrderMark, csvText } from '../../../core/words/csv-cell.ts';
import type { ReportLines } from './report-table.ts';

/** A table as CSV, which a spreadsheet opens and nothing in it runs. */
export function writeCsv({ head, lines }: ReportLines): string {
  return `${byteOrderMark}${csvText([head, ...lines])}`;
}
