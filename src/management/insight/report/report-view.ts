import type { Report, ReportQuery, ReportRow } from '../../../contract/insight/report.ts';
import { comparisonDays, isTimeDimension } from '../../../core/reporting/comparison.ts';
import { dimensionKey, type ReportGrid } from '../../../core/reporting/grid-shape.ts';
import { reportGrid } from '../../../core/reporting/report-grid.ts';
import { defaultReportMetrics, rawMetrics } from '../../../core/reporting/report-metrics.ts';
import { isPlainDimension, needsRawEvents } from '../../../core/reporting/value-dimensions.ts';

/** Returns whether a query asks for a table with chosen metrics, a comparison, a pivot or an order. */
export function isShaped({ metrics, compare, pivot, sort }: ReportQuery): boolean {
  return [metrics, compare, pivot, sort].some((asked) => asked !== undefined);
}

/** Returns the query of the comparison period. null: no comparison. */
export function comparedQuery(query: ReportQuery): ReportQuery | null {
  const { compare, from, to } = query;
  if (compare === undefined || from === undefined || to === undefined) return null;
  return { ...query, ...comparisonDays({ from, to }, compare) };
}

/** Returns a report as the table that its query describes. */
export function shapeReport(report: Report, query: ReportQuery): ReportGrid<ReportRow> {
  const { groupBy, metrics, compare, pivot, pivotMetric, sort, from, to } = query;
  const { compared } = report;
  const hasComparison = compared !== null && compare !== undefined && from !== undefined && to !== undefined;
  const shown = metrics ?? defaultReportMetrics;
  return reportGrid(report, {
    groupBy: [...new Set(groupBy)],
    metrics: needsRawEvents(query) ? rawMetrics(shown) : shown,
    pivot: pivot ?? null,
    pivotMeasure: pivotMetric ?? null,
    sort: sort ?? null,
    compared: hasComparison ? { ...compared, days: { from, to }, comparison: compare } : null,
    compareRows: (one, other, dimension) =>
      rowText(one, dimension).localeCompare(rowText(other, dimension), query.language, { numeric: true }),
  });
}

/** Returns the time of a row, or the name of its object; `#12` without a name, empty if it is unknown. */
export function rowText(row: ReportRow, dimension: string): string {
  const key = dimensionKey(row, dimension);
  if (isTimeDimension(dimension)) return key;
  if (isPlainDimension(dimension)) return row[dimension] === undefined || row[dimension] === null ? '' : key;
  const name = (row as unknown as Readonly<Record<string, string | null | undefined>>)[`${dimension}Name`];
  return name ?? (key === '-' ? '' : `#${key}`);
}
