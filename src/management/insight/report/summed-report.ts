import type { ReportDimension } from '../../../contract/insight/report-table-fields.ts';
import { isTimeDimension } from '../../../core/reporting/comparison.ts';
import { isPlainDimension } from '../../../core/reporting/value-dimensions.ts';
import type { RawCounts, RawReport, RawValues } from '../raw-report/raw-report-task.ts';
import { type SummedRow, valuesOfRow } from './sum-rows.ts';

/** The sums of a report, whatever their source. */
export type SummedReport = {
  readonly rows: readonly SummedRow[];
  /** Rows whose sums are the totals. */
  readonly totals: readonly SummedRow[];
  /** Rows whose sums are those beyond `top`. */
  readonly other: readonly SummedRow[];
  /** Time for which raw events are complete, in epoch ms; null: another source, or none. */
  readonly coveredMs: RawReport['coveredMs'];
};

/**
 * Returns the sums of rows of the database.
 * @param options.top number of rows with the most impressions; undefined: all
 * @param options.selected values of the rows to show instead of those with the most impressions; null: none are selected
 */
export function summedReport(
  rows: readonly SummedRow[],
  {
    groupBy,
    top,
    selected,
  }: {
    readonly groupBy: readonly ReportDimension[];
    readonly top: number | undefined;
    readonly selected: readonly RawValues[] | null;
  },
): SummedReport {
  if (selected !== null) {
    const keys = new Set(selected.map((values) => JSON.stringify(values)));
    const isSelected = (row: SummedRow) => keys.has(JSON.stringify(valuesOfRow(row, groupBy)));
    const other = rows.filter((row) => !isSelected(row));
    return { rows: rows.filter(isSelected), totals: rows, other, coveredMs: null };
  }
  if (top === undefined) return { rows, totals: rows, other: [], coveredMs: null };
  const ranked = rows.toSorted((one, other) => other.impressions - one.impressions);
  return { rows: ranked.slice(0, top), totals: rows, other: ranked.slice(top), coveredMs: null };
}

/** Returns the sums of a report from raw events, which contain neither prices nor orders. */
export function rawSums({ rows, totals, other, coveredMs }: RawReport): SummedReport {
  return {
    rows: rows.map(({ values, counts }) => summedRow(values, counts)),
    totals: [summedRow({}, totals)],
    other: other === null ? [] : [summedRow({}, other)],
    coveredMs,
  };
}

function summedRow(values: RawValues, counts: RawCounts): SummedRow {
  const members = Object.entries(values).map(([dimension, value]) => {
    const isPlain = isTimeDimension(dimension) || isPlainDimension(dimension);
    return [isPlain ? dimension : `${dimension}Id`, dimension === 'hour' ? new Date(String(value)) : value] as const;
  });
  return { ...Object.fromEntries(members), ...counts, spend: {}, conversions: 0, units: 0, revenue: {} };
}
