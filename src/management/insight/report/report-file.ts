import { type Report, type ReportQuery, reportFileTypes } from '../../../contract/insight/report.ts';
import { byteOrderMark, csvText } from '../../../core/vocabulary/csv-cell.ts';
import { type ReportLines, reportTable } from './report-table.ts';
import { writeXlsx } from './write-xlsx.ts';

/** Report as a file. */
export type ReportFile = {
  /** `report-2026-11-01-2026-12-01.csv` */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly content: Buffer;
};

/** Writes a report as CSV or as a workbook. */
export function writeReportFile(report: Report, query: ReportQuery, format: 'csv' | 'xlsx'): ReportFile {
  const table = reportTable(report, query);
  const parts = ['report', query.from, query.to].filter((part) => part !== undefined);
  const name = `${parts.join('-')}.${format}`;
  if (format === 'xlsx') return { name, type: reportFileTypes.xlsx, content: writeXlsx(table) };
  return { name, type: `${reportFileTypes.csv}; charset=utf-8`, content: Buffer.from(writeCsv(table)) };
}

/** Writes a table as CSV that a spreadsheet opens without executing content. */
function writeCsv({ head, lines }: ReportLines): string {
  return `${byteOrderMark}${csvText([head, ...lines])}`;
}
