import type { ReportRow } from '../../../client/generated/types.gen.ts';
import { isTimeDimension, type TimeDimension } from '../../../core/reporting/comparison.ts';
import { rowKey } from '../../../core/reporting/grid-shape.ts';
import { inventoryTable, isBuyerDimension } from '../../../core/reporting/inventory-table.ts';
import {
  addSums,
  isAdditive,
  isShareOfInventory,
  type Measure,
  type MeasureSums,
  measureValue,
  noSums,
  sumsOf,
} from '../../../core/reporting/report-metrics.ts';
import type { Dimension } from './report-labels.ts';

/** Series and bars of a chart. The others are combined if they are at least two. */
const maxSeries = 6;
const maxBars = 15;

/** A position on the axis. `row` is one of its rows; null: other values, or a time without rows. */
export type ChartCategory = { readonly key: string; readonly row: ReportRow | null };
/** A series with a value for each category. `comparison`: the earlier values. */
export type ChartSeries = {
  readonly key: string;
  readonly kind: 'value' | 'other' | 'comparison';
  readonly row: ReportRow | null;
  readonly values: readonly (number | null)[];
};

/** What a chart draws. */
export type ChartData = {
  readonly measure: Measure;
  /** Whether values of one category can be stacked. */
  readonly isAdditive: boolean;
  /** Dimensions of the categories and of the series. */
  readonly axis: readonly Dimension[];
  readonly split: readonly Dimension[];
  readonly time: TimeDimension | null;
  readonly categories: readonly ChartCategory[];
  readonly series: readonly ChartSeries[];
};

type Options = {
  readonly measure: Measure;
  readonly groupBy: readonly Dimension[];
  readonly pivot: Dimension | null;
  /** All times of the report, so that a time without delivery is drawn as 0. Empty: only those of the rows. */
  readonly times: readonly string[];
  /** Rows of the comparison period, aligned. null: no comparison. */
  readonly before: readonly ReportRow[] | null;
};

type Sums = Map<string, Map<string, MeasureSums>>;

/** Divides the rows of a report into categories and series. Returns null if there is nothing to draw. */
export function chartDataOf(rows: readonly ReportRow[], options: Options): ChartData | null {
  const { measure, groupBy, pivot } = options;
  if (rows.length === 0) return null;
  const time = groupBy.find((dimension) => isTimeDimension(dimension)) ?? null;
  const axis = time === null ? groupBy.filter((dimension) => dimension !== pivot) : [time];
  const split = groupBy.filter((dimension) => !axis.includes(dimension) && !isTimeDimension(dimension));
  const grouped = groupBy.some((dimension) => !axis.includes(dimension)) ? split : [];
  const sums = sumsBy(rows, { measure, axis, split: grouped });
  const series = largestKeys(seriesTotals(sums, measure), maxSeries, measure);
  const categories =
    time === null ? largestKeys(categoryTotals(sums, measure), maxBars, measure) : timesOf(sums, options.times);
  const others = time === null ? [...sums.keys()].filter((key) => !categories.includes(key)) : [];
  const rowOf = (dimensions: readonly string[], key: string) =>
    rows.find((row) => rowKey(row, dimensions) === key) ?? null;
  const groups = [...categories.map((key) => [key]), ...(others.length === 0 ? [] : [others])];
  const allSeries = [...new Set([...sums.values()].flatMap((bySeries) => [...bySeries.keys()]))];
  const rest = allSeries.filter((key) => !series.includes(key));
  const valuesOf = (from: Sums, keys: readonly string[], wholeOf: WholeOfCategory | null) =>
    groups.map((group) => {
      const sum = total(
        group.flatMap((category) => keys.map((key) => from.get(category)?.get(key))),
        measure,
      );
      return measureValue(wholeOf === null ? sum : { ...sum, whole: wholeOf(group) });
    });
  const wholesOf = (of: readonly ReportRow[], keys: readonly string[] | null) =>
    isShareOfInventory(measure) ? wholeOfCategories(of, { groupBy, axis, split: grouped, keys }) : null;
  const before = options.before;
  return {
    measure,
    isAdditive: isAdditive(measure) || (isShareOfInventory(measure) && grouped.every((one) => isBuyerDimension(one))),
    axis,
    split: grouped,
    time: time === null ? null : (time as TimeDimension),
    categories: groups.map((group, index) => {
      const isOther = index >= categories.length;
      return { key: isOther ? 'other' : (group[0] ?? ''), row: isOther ? null : rowOf(axis, group[0] ?? '') };
    }),
    series: [
      ...series.map((key) => ({
        key,
        kind: 'value' as const,
        row: rowOf(grouped, key),
        values: valuesOf(sums, [key], wholesOf(rows, [key])),
      })),
      ...(rest.length === 0
        ? []
        : [
            {
              key: 'other',
              kind: 'other' as const,
              row: null,
              values: valuesOf(sums, rest, wholesOf(rows, rest)),
            },
          ]),
      ...(before === null || allSeries.length > 1
        ? []
        : [
            {
              key: 'comparison',
              kind: 'comparison' as const,
              row: null,
              values: valuesOf(sumsBy(before, { measure, axis, split: [] }), [''], wholesOf(before, null)),
            },
          ]),
    ],
  };
}

type WholeOfCategory = (categories: readonly string[]) => number;

/** Returns the denominators of a share in categories, for some series. */
function wholeOfCategories(
  rows: readonly ReportRow[],
  {
    groupBy,
    axis,
    split,
    keys,
  }: {
    readonly groupBy: readonly string[];
    readonly axis: readonly string[];
    readonly split: readonly string[];
    /** null: all. */
    readonly keys: readonly string[] | null;
  },
): WholeOfCategory {
  const lines = new Map(rows.map((row) => [rowKey(row, axis), row]));
  const columns = keys === null ? null : rows.filter((row) => keys.includes(rowKey(row, split)));
  const wholeOf = inventoryTable(rows, { groupBy, lines: axis, columns: split })(columns);
  return (categories) => wholeOf(categories.flatMap((key) => lines.get(key) ?? []));
}

function sumsBy(
  rows: readonly ReportRow[],
  {
    measure,
    axis,
    split,
  }: { readonly measure: Measure; readonly axis: readonly string[]; readonly split: readonly string[] },
): Sums {
  const sums: Sums = new Map();
  for (const row of rows) {
    const category = rowKey(row, axis);
    const bySeries = sums.get(category) ?? new Map<string, MeasureSums>();
    sums.set(category, bySeries);
    const key = rowKey(row, split);
    bySeries.set(key, addSums(bySeries.get(key) ?? noSums(measure), sumsOf(measure, row)));
  }
  return sums;
}

function total(parts: readonly (MeasureSums | undefined)[], measure: Measure): MeasureSums {
  return parts.reduce<MeasureSums>((sum, part) => (part === undefined ? sum : addSums(sum, part)), noSums(measure));
}

function seriesTotals(sums: Sums, measure: Measure): ReadonlyMap<string, MeasureSums> {
  const totals = new Map<string, MeasureSums>();
  for (const bySeries of sums.values())
    for (const [key, part] of bySeries) totals.set(key, addSums(totals.get(key) ?? noSums(measure), part));
  return totals;
}

function categoryTotals(sums: Sums, measure: Measure): ReadonlyMap<string, MeasureSums> {
  return new Map([...sums].map(([key, bySeries]) => [key, total([...bySeries.values()], measure)]));
}

/** The keys with the largest sums, the largest first; one more if it is the only other one. Of rates, those with the most impressions. */
function largestKeys(totals: ReadonlyMap<string, MeasureSums>, most: number, measure: Measure): readonly string[] {
  const sizeOf = ({ part, whole }: MeasureSums) => (isShareOfInventory(measure) ? part : (whole ?? part));
  return [...totals]
    .toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one))
    .slice(0, totals.size === most + 1 ? most + 1 : most)
    .map(([key]) => key);
}

function timesOf(sums: Sums, times: readonly string[]): readonly string[] {
  return [...new Set([...times, ...sums.keys()])].toSorted();
}
