import { isTimeDimension, type ReportComparison, type ReportDays } from './comparison.ts';
import type { Measure, ReportCounts, ReportMetric } from './report-metrics.ts';
import { isPlainDimension } from './value-dimensions.ts';

/** A row of a report: its counts, and its dimensions as `day`, `campaignId` and so on. */
export type GridRow = ReportCounts & { readonly [Dimension in 'month' | 'day' | 'hour']?: string | undefined };

/** A value, and the value of the comparison period. `before` is null without a comparison. */
export type GridCell = { readonly value: number | null; readonly before: number | null };

/** A column with values. */
export type GridColumn<Row> = {
  /** `clicks`, `spend:EUR`; in a pivot `=` with the key of its value, `total` or `other`. */
  readonly id: string;
  readonly measure: Measure;
  readonly kind: 'measure' | 'pivot' | 'other' | 'total';
  /** In a pivot, a row with the value of the column. */
  readonly row: Row | null;
};

export type GridLine<Row> = { readonly key: string; readonly row: Row; readonly cells: readonly GridCell[] };

/** A report as a table. */
export type ReportGrid<Row> = {
  /** Dimensions of the rows. */
  readonly dimensions: readonly string[];
  readonly columns: readonly GridColumn<Row>[];
  readonly lines: readonly GridLine<Row>[];
  /** The totals of all columns. */
  readonly totals: readonly GridCell[];
  /** The rows that the report combines. null: none, or a pivot. */
  readonly others: readonly GridCell[] | null;
  /** All measures of the metrics, from which a pivot shows one. */
  readonly measures: readonly Measure[];
  readonly isCompared: boolean;
};

/** Rows with their totals. */
export type GridSource<Row> = {
  readonly rows: readonly Row[];
  readonly totals: ReportCounts;
  /** Rows that are not in `rows`, but in the totals. */
  readonly other?: ReportCounts | null;
};

/** How to show a report. */
export type GridOptions<Row> = {
  readonly groupBy: readonly string[];
  readonly metrics: readonly ReportMetric[];
  /** Dimension whose values are columns; one of `groupBy`. null: the metrics are columns. */
  readonly pivot: string | null;
  /** Measure of a pivot, such as `clicks`. null or unknown: the first. */
  readonly pivotMeasure: string | null;
  /** Column, with the prefix `-` in descending order. null: order of the report. */
  readonly sort: string | null;
  readonly compared: (GridSource<Row> & { readonly days: ReportDays; readonly comparison: ReportComparison }) | null;
  /** Compares two rows by a dimension, for `sort`. */
  readonly compareRows: (one: Row, other: Row, dimension: string) => number;
};

/** The rows of one key in both periods. */
export type PairedRow<Row> = { readonly key: string; readonly now: Row | null; readonly before: Row | null };

/** Text that identifies a row among the rows of some dimensions. */
export function rowKey<Row extends GridRow>(row: Row, dimensions: readonly string[]): string {
  return dimensions.map((dimension) => encodedKey(dimensionKey(row, dimension), dimension)).join(' ');
}

/** Values of requests can contain spaces. */
function encodedKey(key: string, dimension: string): string {
  return isPlainDimension(dimension) ? key.replaceAll(/[% ]/g, encodeURIComponent) : key;
}

const unknownKey = '-';

/** The time, the ID or the value of a row as text. `-`: unknown. */
export function dimensionKey<Row extends GridRow>(row: Row, dimension: string): string {
  const field = isTimeDimension(dimension) || isPlainDimension(dimension) ? dimension : `${dimension}Id`;
  return String((row as unknown as Readonly<Record<string, unknown>>)[field] ?? unknownKey);
}
