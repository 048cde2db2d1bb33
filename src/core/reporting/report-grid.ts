/*
 * Reports as tables: the same values for the interface and for files.
 *
 * - `report-metrics.ts`: metrics and their sums. `comparison.ts`: periods of comparison and changes.
 * - `report-grid.ts`, `grid-shape.ts`: rows, columns and totals. `pivot-grid.ts`: one dimension as columns. `sort-grid.ts`: order.
 * - `inventory-table.ts`: denominators of the share of voice.
 */

import { alignedTime, isTimeDimension, timeDimensions } from './comparison.ts';
import {
  dimensionKey,
  type GridCell,
  type GridOptions,
  type GridRow,
  type GridSource,
  type PairedRow,
  type ReportGrid,
  rowKey,
} from './grid-shape.ts';
import { pivotGrid } from './pivot-grid.ts';
import {
  type Measure,
  type MeasureSums,
  measureId,
  measuresOf,
  measureValue,
  noSums,
  type ReportCounts,
  sumsOf,
} from './report-metrics.ts';
import { sortGrid } from './sort-grid.ts';
import { isRequestDimension } from './value-dimensions.ts';

/** Returns a report as a table with the requested columns, comparison and order. */
export function reportGrid<Row extends GridRow>(report: GridSource<Row>, options: GridOptions<Row>): ReportGrid<Row> {
  const { groupBy, metrics, compared } = options;
  const allTotals = [report.totals, ...(compared === null ? [] : [compared.totals])];
  const measures = measuresOf(metrics, allTotals);
  const pairs = pairedRows(report, options);
  const pivot = options.pivot !== null && groupBy.includes(options.pivot) ? options.pivot : null;
  if (pivot !== null) {
    const measure = measures.find((one) => measureId(one) === options.pivotMeasure) ?? measures[0];
    if (measure !== undefined) {
      const dimensions = groupBy.filter((dimension) => dimension !== pivot);
      const isCompared = compared !== null;
      const shown = pivotGrid(pairs, { dimensions, pivot, measure, isCompared });
      return sortGrid({ ...shown, others: null, dimensions, measures, isCompared }, options);
    }
  }
  const cellsOf = (now: ReportCounts | null, before: ReportCounts | null) =>
    measures.map((measure) => cellOf(readSums(measure, now), compared === null ? null : readSums(measure, before)));
  const grid: ReportGrid<Row> = {
    dimensions: groupBy,
    columns: measures.map((measure) => ({ id: measureId(measure), measure, kind: 'measure', row: null })),
    lines: pairs.map(({ key, now, before }) => ({ key, row: (now ?? before) as Row, cells: cellsOf(now, before) })),
    totals: cellsOf(report.totals, compared?.totals ?? null),
    others: othersOf(report, compared, cellsOf),
    measures,
    isCompared: compared !== null,
  };
  return sortGrid(grid, options);
}

/** The rows that are combined in one of the periods. */
function othersOf(
  { other = null }: GridSource<unknown>,
  compared: GridSource<unknown> | null,
  cellsOf: (now: ReportCounts | null, before: ReportCounts | null) => readonly GridCell[],
): readonly GridCell[] | null {
  const before = compared?.other ?? null;
  return other === null && before === null ? null : cellsOf(other, before);
}

function cellOf(now: MeasureSums, before: MeasureSums | null): GridCell {
  return { value: measureValue(now), before: before === null ? null : measureValue(before) };
}

/** Sums of a row that may not exist. */
function readSums(measure: Measure, counts: ReportCounts | null): MeasureSums {
  return counts === null ? noSums(measure) : sumsOf(measure, counts);
}

/** Pairs rows of both periods, in the order of the report. */
function pairedRows<Row extends GridRow>(
  { rows }: GridSource<Row>,
  { groupBy, compared }: Pick<GridOptions<Row>, 'groupBy' | 'compared'>,
): readonly PairedRow<Row>[] {
  const earlier = new Map((compared === null ? [] : alignedRows(compared)).map((row) => [rowKey(row, groupBy), row]));
  const now = rows.map((row) => {
    const key = rowKey(row, groupBy);
    const before = earlier.get(key) ?? null;
    earlier.delete(key);
    return { key, now: row, before };
  });
  if (earlier.size === 0) return now;
  const pairs = [...now, ...[...earlier].map(([key, before]) => ({ key, now: null, before }))];
  const rowOf = ({ now: row, before }: PairedRow<Row>) => (row ?? before) as Row;
  return pairs.toSorted((one, other) => compareKeys(rowOf(one), rowOf(other), groupBy));
}

/** Compares rows like the API: by time or ID of each dimension, with unknown objects last. */
function compareKeys<Row extends GridRow>(one: Row, other: Row, groupBy: readonly string[]): number {
  for (const dimension of groupBy) {
    const [a, b] = [dimensionKey(one, dimension), dimensionKey(other, dimension)];
    if (a === b) continue;
    if (isTimeDimension(dimension)) return a < b ? -1 : 1;
    if (isRequestDimension(dimension) && a !== '-' && b !== '-') return a < b ? -1 : 1;
    return a === '-' || b === '-' ? Number(a === '-') - Number(b === '-') : Number(a) - Number(b);
  }
  return 0;
}

/** Returns the rows of the comparison period with the corresponding times of the report. */
export function alignedRows<Row extends GridRow>(compared: NonNullable<GridOptions<Row>['compared']>): readonly Row[] {
  return compared.rows.flatMap((row) => {
    const times = timeDimensions.flatMap((dimension) => {
      const time = row[dimension];
      return time === undefined ? [] : [[dimension, alignedTime(dimension, time, compared)] as const];
    });
    return times.some(([, time]) => time === null) ? [] : [{ ...row, ...Object.fromEntries(times) }];
  });
}
