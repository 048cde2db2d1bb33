import type { GetReportData, ReportRow } from '../../client/generated/types.gen.ts';
import { eachCounter } from '../../core/pricing/billable-events.ts';
import type { PlainMessageKey } from '../../messages/message-keys.ts';
import { conjunctionText, countText, moneyText, percentText } from '../labels/figures.ts';
import { calendarDayText, instantText } from '../ui/time/zoned-time.ts';

type Query = NonNullable<GetReportData['query']>;
/** A dimension of a report. Its label is `labels.reportDimension.*`. */
export type Dimension = NonNullable<Query['groupBy']>[number];

/** The dimensions in the order of the select. */
export const dimensions = [
  'day',
  'hour',
  'campaign',
  'booking',
  'creative',
  'brand',
  'mediaPartner',
  'publisher',
  'publication',
  'location',
  'position',
] as const satisfies readonly Dimension[];

type Counts = Omit<ReportRow, `${string}Id` | `${string}Name` | 'day' | 'hour'>;

/** A metric: its label, its value for charts (null: it cannot be drawn) and its text for tables. */
export type Metric = {
  readonly label: PlainMessageKey;
  readonly toNumber: (counts: Counts) => number | null;
  readonly toText: (counts: Counts) => string;
};

const counted = (label: PlainMessageKey, toNumber: (counts: Counts) => number): Metric => ({
  label,
  toNumber,
  toText: (counts) => countText(toNumber(counts)),
});
const percent = (label: PlainMessageKey, toNumber: (counts: Counts) => number | null): Metric => ({
  label,
  toNumber,
  toText: (counts) => {
    const value = toNumber(counts);
    return percentText(value === null ? null : value / 100);
  },
});

/** Amounts in several currencies cannot be added and are not drawn. */
const money = (label: PlainMessageKey, amounts: (counts: Counts) => Counts['spend']): Metric => ({
  label,
  toNumber: () => null,
  toText: (counts) => conjunctionText(amounts(counts).map(moneyText)) || '–',
});

/** The metrics of a report in the order of the select. */
export const metrics = {
  ...eachCounter((counter) => counted(`labels.counter.${counter}`, (counts) => counts[counter])),
  ctr: percent('report.metric.ctr', (counts) => counts.ctrPercent),
  viewability: percent('report.metric.viewability', (counts) => counts.viewabilityPercent),
  spend: money('report.metric.spend', (counts) => counts.spend),
  plays: counted('report.metric.plays', (counts) => counts.plays),
  audience: counted('report.metric.audience', (counts) => Math.round(counts.audience)),
  conversions: counted('report.metric.conversions', (counts) => counts.conversions),
  units: counted('report.metric.units', (counts) => counts.units),
  revenue: money('report.metric.revenue', (counts) => counts.revenue),
  starts: counted('report.metric.starts', (counts) => counts.video.starts),
  completes: counted('report.metric.completes', (counts) => counts.video.completes),
  completion: percent('report.metric.completion', (counts) => counts.completionPercent),
  filtered: counted('report.metric.filtered', (counts) =>
    Object.values(counts.filtered)
      .flatMap((byName) => Object.values(byName))
      .reduce((sum, count) => sum + count, 0),
  ),
} as const satisfies Record<string, Metric>;

/** One of `metrics`. */
export type MetricName = keyof typeof metrics;

/** The text of a row in the column of a dimension. */
export function dimensionText(row: ReportRow, dimension: Dimension): string {
  if (dimension === 'day') return row.day === undefined ? '–' : calendarDayText(row.day);
  if (dimension === 'hour') return row.hour === undefined ? '–' : instantText(row.hour, 'UTC');
  const id = row[`${dimension}Id`];
  return row[`${dimension}Name`] ?? (id === null || id === undefined ? '–' : `#${id}`);
}
