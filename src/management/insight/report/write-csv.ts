import { byteOrderMark, csvText } from '../../../core/words/csv-cell.ts';
import type { ReportTable } from './report-table.ts';

/** A table as CSV, which a spreadsheet opens and nothing in it runs. */
export function writeCsv({ head, lines }: ReportTable): string {
  return `${byteOrderMark}${csvText([head, ...lines])}`;
}
