import { type Report, type ReportQuery, type ReportRow, reportFileTypes } from '../../../contract/insight/report.ts';
import type { ReportGrid } from '../../../core/reporting/grid-shape.ts';
import { byteOrderMark, csvText } from '../../../core/vocabulary/csv-cell.ts';
import { gridLines } from './grid-table.ts';
import { type ReportLines, reportTable } from './report-table.ts';
import { writeXlsx } from './xlsx/write-xlsx.ts';

/** Report as a file. */
export type ReportFile = {
  /** `report-2026-11-01-2026-12-01.csv` */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly content: Buffer;
};

/** Writes all metrics of a report as CSV or as a workbook. */
export function writeReportFile(report: Report, query: ReportQuery, format: 'csv' | 'xlsx'): ReportFile {
  return fileOf(reportTable(report, query), query, format);
}

/** Writes a report as it is shown: with the chosen metrics, comparison, pivot and order. */
export function writeGridFile(grid: ReportGrid<ReportRow>, query: ReportQuery, format: 'csv' | 'xlsx'): ReportFile {
  return fileOf(gridLines(grid, query), query, format);
}

/** Returns the name of a file with the days of a report. */
export function reportFileName({ from, to }: ReportQuery, format: string): string {
  return `${['report', from, to].filter((part) => part !== undefined).join('-')}.${format}`;
}

function fileOf(table: ReportLines, query: ReportQuery, format: 'csv' | 'xlsx'): ReportFile {
  const name = reportFileName(query, format);
  if (format === 'xlsx') return { name, type: reportFileTypes.xlsx, content: writeXlsx(table) };
  return { name, type: `${reportFileTypes.csv}; charset=utf-8`, content: Buffer.from(writeCsv(table)) };
}

/** Writes a table as CSV that a spreadsheet opens without executing content. */
function writeCsv({ head, lines }: ReportLines): string {
  return `${byteOrderMark}${csvText([head, ...lines])}`;
}
