import type { Report, ReportQuery, ReportRow } from '../../../contract/insight/report.ts';
import { generalCounters } from '../../../core/pricing/billable-events.ts';
import { isTimeDimension } from '../../../core/reporting/comparison.ts';
import { type ReportMetric, rawMetrics } from '../../../core/reporting/report-metrics.ts';
import { isPlainDimension, needsRawEvents } from '../../../core/reporting/value-dimensions.ts';
import type { CsvCell } from '../../../core/vocabulary/csv-cell.ts';
import type { PlainMessageKey } from '../../../messages/message-keys.ts';
import type { Translate } from '../../../messages/translate.ts';
import { translatorOf } from '../../../messages/translator.ts';
import { fieldOf } from './sum-rows.ts';

type NameOf<Key> = Key extends `labels.reportColumn.${infer Name}` ? Name : never;
type MetricName = NameOf<PlainMessageKey>;

/** Report as rows of cells with a header, as in files. */
export type ReportLines = { readonly head: readonly string[]; readonly lines: readonly (readonly CsvCell[])[] };

type Column = {
  readonly name: string;
  readonly label: (t: Translate) => string;
  readonly of: (row: ReportRow) => CsvCell;
};

/**
 * One column for each dimension (ID and name), each metric and each currency. Headings are field names, or labels in the
 * language of the query.
 */
export function reportTable({ rows, totals }: Report, query: ReportQuery): ReportLines {
  const columns: readonly Column[] = [
    ...dimensionColumns(query),
    ...metricsOf(query).map((metric) => ({
      ...metric,
      label: (t: Translate) => t(`labels.reportColumn.${metric.name}`),
    })),
    ...totals.spend.map(({ currency }) => moneyColumn('spend', currency)),
    ...totals.revenue.map(({ currency }) => moneyColumn('revenue', currency)),
  ];
  return {
    head: columns.map((column) =>
      query.language === undefined ? column.name : column.label(translatorOf(query.language)),
    ),
    lines: rows.map((row) => columns.map((column) => column.of(row))),
  };
}

function dimensionColumns({ groupBy }: ReportQuery): Column[] {
  return [...new Set(groupBy)].flatMap((dimension) => {
    const label = (t: Translate) => t(`labels.reportDimension.${dimension}`);
    const cell = (name: string) => (row: ReportRow) => row[name as keyof ReportRow] as CsvCell;
    const id = fieldOf(dimension);
    if (isTimeDimension(dimension) || isPlainDimension(dimension)) return [{ name: id, label, of: cell(id) }];
    const name = `${dimension}Name`;
    return [
      { name: id, label: (t) => t('labels.reportColumn.id', { dimension: label(t) }), of: cell(id) },
      { name, label, of: cell(name) },
    ];
  });
}

function metricsOf(query: ReportQuery): readonly Metric[] {
  if (!needsRawEvents(query)) return metrics;
  return metrics.filter(({ name }) => rawMetrics([name as ReportMetric]).includes(name as ReportMetric));
}

type Metric = Omit<Column, 'label' | 'name'> & { readonly name: MetricName };

const metrics: readonly Metric[] = [
  ...generalCounters.map((counter) => ({ name: counter, of: (row: ReportRow) => row[counter] })),
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

/** Returns a column of decimal numbers that a spreadsheet can sum. */
function moneyColumn(measure: 'spend' | 'revenue', currency: string): Column {
  return {
    name: `${measure}${currency}`,
    label: (t) => t(`labels.reportColumn.${measure}`, { currency }),
    of: (row) => Number(row[measure].find((each) => each.currency === currency)?.amount ?? 0),
  };
}
