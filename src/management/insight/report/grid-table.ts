import type { ReportQuery, ReportRow } from '../../../contract/insight/report.ts';
import type { ReportDimension } from '../../../contract/insight/report-table-fields.ts';
import { changeOf, isTimeDimension, type TimeDimension } from '../../../core/reporting/comparison.ts';
import { dimensionKey, type GridCell, type GridColumn, type ReportGrid } from '../../../core/reporting/grid-shape.ts';
import type { Measure } from '../../../core/reporting/report-metrics.ts';
import { isPlainDimension, type RequestDimension } from '../../../core/reporting/value-dimensions.ts';
import type { CsvCell } from '../../../core/vocabulary/csv-cell.ts';
import type { Translate } from '../../../messages/translate.ts';
import { translatorOf } from '../../../messages/translator.ts';
import type { ReportLines } from './report-table.ts';
import { rowText } from './report-view.ts';

/**
 * Returns the rows of a table for CSV and workbooks, with the totals as last row. A comparison adds three columns to
 * each column: the earlier value, the change and the change in percent.
 */
export function gridLines(grid: ReportGrid<ReportRow>, { language, pivot }: ReportQuery): ReportLines {
  const t = language === undefined ? null : translatorOf(language);
  const dimensions = grid.dimensions as readonly ReportDimension[];
  const total = t === null ? 'total' : t('report.label.total');
  const sumLine = (label: string, cells: readonly GridCell[]): CsvCell[] => [
    ...dimensions.flatMap((dimension): CsvCell[] => (hasOneColumn(dimension) ? [null] : [null, null])).with(0, label),
    ...cells.flatMap((cell) => valuesOf(cell, grid.isCompared)),
  ];
  return {
    head: [
      ...dimensions.flatMap((dimension) => dimensionHeads(dimension, t)),
      ...grid.columns.flatMap((column) => columnHeads(columnName(column, t, pivot ?? null), grid.isCompared, t)),
    ],
    lines: [
      ...grid.lines.map(({ row, cells }) => [
        ...dimensions.flatMap((dimension) => dimensionCells(row, dimension)),
        ...cells.flatMap((cell) => valuesOf(cell, grid.isCompared)),
      ]),
      ...(grid.others === null ? [] : [sumLine(t === null ? 'other' : t('report.label.other'), grid.others)]),
      sumLine(total, grid.totals),
    ],
  };
}

/** Returns the heading of a column: a field name, or a label in the language of `t`. */
export function columnName(column: GridColumn<ReportRow>, t: Translate | null, pivot: string | null): string {
  if (column.kind === 'measure') return measureName(column.measure, t);
  if (column.kind === 'total') return t === null ? 'total' : t('report.label.total');
  if (column.kind === 'other') return t === null ? 'other' : t('report.label.other');
  return column.row === null || pivot === null ? '' : rowText(column.row, pivot);
}

/** Returns the name of a measure, of an amount with its currency. */
export function measureName({ metric, currency }: Measure, t: Translate | null): string {
  if (t === null) return `${metric}${currency ?? ''}`;
  if (metric !== 'spend' && metric !== 'revenue') return t(`labels.reportColumn.${metric}`);
  return currency === null ? t(`report.metric.${metric}`) : t(`labels.reportColumn.${metric}`, { currency });
}

function dimensionHeads(dimension: ReportDimension, t: Translate | null): readonly string[] {
  if (t === null) return hasOneColumn(dimension) ? [dimension] : [`${dimension}Id`, `${dimension}Name`];
  const label = t(`labels.reportDimension.${dimension}`);
  return hasOneColumn(dimension) ? [label] : [t('labels.reportColumn.id', { dimension: label }), label];
}

function dimensionCells(row: ReportRow, dimension: ReportDimension): readonly CsvCell[] {
  const key = dimensionKey(row, dimension);
  if (hasOneColumn(dimension)) return [rowText(row, dimension)];
  return [key === '-' ? null : Number(key), row[`${dimension}Name`] ?? null];
}

/** Objects have a column for their ID and one for their name. */
function hasOneColumn(dimension: ReportDimension): dimension is TimeDimension | RequestDimension | 'hourOfWeek' {
  return isTimeDimension(dimension) || isPlainDimension(dimension);
}

function columnHeads(name: string, isCompared: boolean, t: Translate | null): readonly string[] {
  if (!isCompared) return [name];
  if (t === null) return [name, `${name}Previous`, `${name}Change`, `${name}ChangePercent`];
  const column = { column: name };
  return [
    name,
    t('report.column.previous', column),
    t('report.column.change', column),
    t('report.column.changePercent', column),
  ];
}

function valuesOf({ value, before }: GridCell, isCompared: boolean): readonly CsvCell[] {
  if (!isCompared) return [value];
  const { difference, ratio } = changeOf(value, before);
  return [value, before, difference, ratio === null ? null : Math.round(ratio * 10_000) / 100];
}
