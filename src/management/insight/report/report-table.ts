import type { Report, ReportQuery, ReportRow } from '../../../contract/insight/report.ts';
import { counters } from '../../../core/pricing/billable-events.ts';
import type { CsvCell } from '../../../core/words/csv-cell.ts';
import { fieldOf } from './sum-rows.ts';

/** A report as lines of cells under a head, as files have it. */
export type ReportLines = { readonly head: readonly string[]; readonly lines: readonly (readonly CsvCell[])[] };

type Column = { readonly name: string; readonly of: (row: ReportRow) => CsvCell };

/** One column for each dimension (its name beside the id), each measure and each currency. */
export function reportTable({ rows, totals }: Report, query: ReportQuery): ReportLines {
  const columns = [
    ...dimensionColumns(query),
    ...measures,
    ...totals.spend.map(({ currency }) => moneyColumn('spend', currency)),
    ...totals.revenue.map(({ currency }) => moneyColumn('revenue', currency)),
  ];
  return {
    head: columns.map(({ name }) => name),
    lines: rows.map((row) => columns.map((column) => column.of(row))),
  };
}

function dimensionColumns({ groupBy }: ReportQuery): Column[] {
  return [...new Set(groupBy)].flatMap((dimension) => {
    const fields = dimension === 'day' || dimension === 'hour' ? [dimension] : [fieldOf(dimension), `${dimension}Name`];
    return fields.map((name) => ({ name, of: (row) => row[name as keyof ReportRow] as CsvCell }));
  });
}

const measures: readonly Column[] = [
  ...counters.map((counter) => ({ name: counter, of: (row: ReportRow) => row[counter] })),
  { name: 'plays', of: ({ plays }) => plays },
  { name: 'audience', of: ({ audience }) => audience },
  { name: 'starts', of: ({ video }) => video.starts },
  { name: 'firstQuartiles', of: ({ video }) => video.firstQuartiles },
  { name: 'midpoints', of: ({ video }) => video.midpoints },
  { name: 'thirdQuartiles', of: ({ video }) => video.thirdQuartiles },
  { name: 'completes', of: ({ video }) => video.completes },
  { name: 'ctrPercent', of: ({ ctrPercent }) => ctrPercent },
  { name: 'viewabilityPercent', of: ({ viewabilityPercent }) => viewabilityPercent },
  { name: 'completionPercent', of: ({ completionPercent }) => completionPercent },
  { name: 'conversions', of: ({ conversions }) => conversions },
  { name: 'units', of: ({ units }) => units },
  {
    name: 'filtered',
    of: ({ filtered }) =>
      Object.values(filtered)
        .flatMap((kinds) => Object.values(kinds))
        .reduce((sum, events) => sum + events, 0),
  },
];

/** As a decimal number, so that a spreadsheet can add it up. */
function moneyColumn(measure: 'spend' | 'revenue', currency: string): Column {
  return {
    name: `${measure}${currency}`,
    of: (row) => Number(row[measure].find((each) => each.currency === currency)?.amount ?? 0),
  };
}
