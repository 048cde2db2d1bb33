import type { GetReportData, ReportRow } from '../../../client/generated/types.gen.ts';
import { eachGeneralCounter } from '../../../core/pricing/billable-events.ts';
import { changeOf, isTimeDimension } from '../../../core/reporting/comparison.ts';
import { wilsonInterval } from '../../../core/reporting/confidence-interval.ts';
import { dimensionKey, type GridCell, type GridColumn } from '../../../core/reporting/grid-shape.ts';
import { type Measure, measureKind, type ReportMetric, sumsOf } from '../../../core/reporting/report-metrics.ts';
import {
  hourOfWeek,
  isRequestDimension,
  type RequestDimension,
  requestDimensions,
} from '../../../core/reporting/value-dimensions.ts';
import type { PlainMessageKey } from '../../../messages/message-keys.ts';
import { formatLocale } from '../../i18n/format-locale.ts';
import { formatCode, formatMoney, formatNumber } from '../../i18n/formats.ts';
import { t } from '../../i18n/t.ts';
import {
  compactText,
  conjunctionText,
  countText,
  frequencyText,
  moneyText,
  percentText,
  pointChangeText,
} from '../../labels/figures.ts';
import {
  calendarDayText,
  hourOfWeekText,
  instantText,
  monthText,
  shortDayText,
  shortHourText,
} from '../../ui/time/zoned-time.ts';

type Query = NonNullable<GetReportData['query']>;
/** A dimension of a report. Its label is `labels.reportDimension.*`. */
export type Dimension = NonNullable<Query['groupBy']>[number];

/** The dimensions in the order of the select. */
export const dimensions = [
  'month',
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
  'hourOfWeek',
  ...requestDimensions,
] as const satisfies readonly Dimension[];

/** The labels of the metrics in the order of the select. */
export const metrics = {
  ...eachGeneralCounter((counter) => `labels.counter.${counter}` as const),
  ctrPercent: 'report.metric.ctrPercent',
  viewabilityPercent: 'report.metric.viewabilityPercent',
  spend: 'report.metric.spend',
  plays: 'report.metric.plays',
  audience: 'report.metric.audience',
  conversions: 'report.metric.conversions',
  units: 'report.metric.units',
  revenue: 'report.metric.revenue',
  starts: 'report.metric.starts',
  firstQuartiles: 'report.metric.firstQuartiles',
  midpoints: 'report.metric.midpoints',
  thirdQuartiles: 'report.metric.thirdQuartiles',
  completes: 'report.metric.completes',
  completionPercent: 'report.metric.completionPercent',
  shareOfVoicePercent: 'report.metric.shareOfVoicePercent',
  filtered: 'report.metric.filtered',
  reach: 'report.metric.reach',
  frequency: 'report.metric.frequency',
  knownImpressions: 'report.metric.knownImpressions',
} as const satisfies Record<ReportMetric, PlainMessageKey>;

/**
 * The label of a metric.
 * @param spendLabel name of the price of delivered ads (`useSpendLabel`)
 */
export function metricText(metric: ReportMetric, spendLabel: string): string {
  return metric === 'spend' ? spendLabel : t(metrics[metric]);
}

/** The label of a measure, of an amount with its currency: `Spend (EUR)`. */
export function measureText({ metric, currency }: Measure, spendLabel: string): string {
  const label = metricText(metric, spendLabel);
  return currency === null ? label : t('labels.format.inCurrency', { label, currency });
}

/** The names of dimensions inside a sentence: `campaign and day`. */
export function dimensionsInText(names: readonly Dimension[]): string {
  return conjunctionText(names.map((dimension) => t(`report.dimensionInText.${dimension}`)));
}

/** The heading of a column. */
export function columnText(
  column: GridColumn<ReportRow>,
  {
    pivot,
    spendLabel,
    hasYears,
  }: {
    readonly pivot: Dimension | null;
    readonly spendLabel: string;
    /** Days have their year, because the report has days of several years. */
    readonly hasYears: boolean;
  },
): string {
  if (column.kind === 'total') return t('report.label.total');
  if (column.kind === 'other') return t('report.label.other');
  if (column.row === null || pivot === null) return measureText(column.measure, spendLabel);
  const key = dimensionKey(column.row, pivot);
  return pivot === 'day' && !hasYears && key !== '-' ? shortDayText(key) : dimensionText(column.row, pivot);
}

/** Whether a row is about a day or month that is not complete. */
export function isSoFar(row: ReportRow, dimension: Dimension, today: string): boolean {
  if (dimension !== 'day' && dimension !== 'month') return false;
  return dimensionKey(row, dimension) === (dimension === 'day' ? today : today.slice(0, 7));
}

/** A value of a measure. */
export function valueText(value: number | null, measure: Measure): string {
  if (value === null) return '–';
  if (measureKind(measure) === 'rate') return percentText(value / 100);
  if (measureKind(measure) === 'frequency') return frequencyText(value);
  return measure.currency === null
    ? countText(value)
    : moneyText({ amount: String(value), currency: measure.currency });
}

/** Rates of which the events are a part of the impressions. */
const intervalMetrics: readonly ReportMetric[] = ['ctrPercent', 'viewabilityPercent', 'completionPercent'];

/**
 * The confidence interval of a rate of a creative, so that small differences between creatives are not taken for results.
 * @returns null: another metric or grouping, or no interval
 */
export function intervalText(
  row: ReportRow,
  column: GridColumn<ReportRow> | undefined,
  dimensions: readonly string[],
): string | null {
  if (column?.kind !== 'measure' || !dimensions.includes('creative')) return null;
  if (!intervalMetrics.includes(column.measure.metric)) return null;
  const { part, whole } = sumsOf(column.measure, row);
  const interval = wilsonInterval(part, whole ?? 0);
  if (interval === null) return null;
  return t('report.format.interval', { low: percentText(interval.low), high: percentText(interval.high) });
}

/** A value in a column whose heading has the currency. */
export function cellText(value: number | null, measure: Measure): string {
  return value === null || measure.currency === null
    ? valueText(value, measure)
    : formatMoney(String(value), measure.currency, 'amount');
}

/** A value for the axis of a chart. */
export function axisText(value: number, measure: Measure): string {
  return measureKind(measure) === 'rate' ? formatNumber(value / 100, 'share') : compactText(value);
}

/** The change of a value: absolute and in percent. null: there is no earlier value. */
export function changeText(cell: GridCell, { currency, ...measure }: Measure): string | null {
  const { difference, ratio } = changeOf(cell.value, cell.before);
  if (difference === null) return null;
  const kind = measureKind({ ...measure, currency });
  const text =
    kind === 'frequency'
      ? pointChangeText(difference)
      : kind === 'rate'
        ? t('report.text.points', { points: formatNumber(difference, 'points') })
        : currency === null
          ? formatNumber(difference, 'difference')
          : formatMoney(String(difference), currency, 'difference');
  return ratio === null ? text : t('report.text.changed', { difference: text, ratio: formatNumber(ratio, 'change') });
}

/** The text of a row in the column of a dimension. */
export function dimensionText(row: ReportRow, dimension: Dimension): string {
  const key = dimensionKey(row, dimension);
  if (key === '-') return '–';
  if (dimension === 'month') return monthText(key);
  if (dimension === 'day') return calendarDayText(key);
  if (dimension === 'hour') return instantText(key, 'UTC');
  if (dimension === hourOfWeek) return hourOfWeekText(Number(key));
  return isRequestDimension(dimension) ? factText(dimension, key) : (row[`${dimension}Name`] ?? `#${key}`);
}

/** The text of a value of a fact of requests. */
export function factText(dimension: RequestDimension, value: string): string {
  if (dimension === 'country') return formatCode(value, 'region');
  return dimension === 'viewerLanguage' ? formatCode(value, 'language') : value;
}

/** The label of a value on the axis of a chart. */
export function axisLabel(row: ReportRow, dimension: Dimension): string {
  const key = dimensionKey(row, dimension);
  if (key === '-') return '–';
  if (dimension === 'day') return shortDayText(key);
  return dimension === 'hour' ? shortHourText(key) : dimensionText(row, dimension);
}

/** Compares rows by a dimension: times by their order, objects by their name. */
export function compareRows(one: ReportRow, other: ReportRow, dimension: string): number {
  const textOf = (row: ReportRow) =>
    isTimeDimension(dimension) || dimension === hourOfWeek
      ? dimensionKey(row, dimension)
      : dimensionText(row, dimension as Dimension);
  return textOf(one).localeCompare(textOf(other), formatLocale(), { numeric: true });
}
