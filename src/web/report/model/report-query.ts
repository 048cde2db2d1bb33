/*
 * The report of the page, without components.
 *
 * - `report-query.ts`, `value-list.ts`: the search parameters of the address, the query of the API and saved definitions.
 * - `drill-down.ts`: selected values. `use-report.ts`: the request. `report-labels.ts`: texts. `chart-data.ts`: the chart.
 */

import type { GetReportData, SavedReport } from '../../../client/generated/types.gen.ts';
import { reportCharts } from '../../../contract/insight/saved-report.ts';
import {
  comparisonDays,
  isTimeDimension,
  type ReportComparison,
  reportComparisons,
} from '../../../core/reporting/comparison.ts';
import {
  defaultReportMetrics,
  optionalReportMetrics,
  type ReportMetric,
  rawMetrics,
} from '../../../core/reporting/report-metrics.ts';
import {
  hourOfWeek,
  needsRawEvents,
  type RequestDimension,
  requestDimensions,
} from '../../../core/reporting/value-dimensions.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { localClock } from '../../../core/time/local-time.ts';
import { periodDays, type ReportPeriod, reportPeriods } from '../../../core/time/report-times.ts';
import { maxReportTop } from '../../../core/vocabulary/limits/report-limits.ts';
import { listOf, listText } from '../../ui/page/use-address.ts';
import { type Dimension, dimensions, metrics } from './report-labels.ts';
import { valueListOf, valueListText } from './value-list.ts';

/** The search parameters of the address. They contain the whole definition of a report. */
type Values = Readonly<Record<string, string | undefined>>;
type Query = NonNullable<GetReportData['query']>;
type Definition = SavedReport['report'];
/** Type of a chart. */
export type ChartType = (typeof reportCharts)[number];

/** The same complete days as on the home page. */
const defaultPeriod = 'last_7_days';
/** Dimensions by which a report can be filtered; also the names of the search parameters. */
export const filterDimensions = [
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
/** One of `filterDimensions`. */
export type FilterDimension = (typeof filterDimensions)[number];

/** The parameters of a report. */
export type ReportParameters = {
  /** Relative period from which the days follow. null: the days were chosen. */
  readonly period: ReportPeriod | null;
  readonly from: string;
  /** Last day, inclusive. */
  readonly until: string;
  readonly groupBy: readonly Dimension[];
  readonly metrics: readonly ReportMetric[];
  readonly compare: ReportComparison | null;
  /** Dimension whose values are columns. */
  readonly pivot: Dimension | null;
  readonly pivotMetric: string | null;
  readonly sort: string | null;
  readonly chart: ChartType;
  /** Key of the dimension `keyValue`. null: not chosen. */
  readonly key: string | null;
  /** Number of rows with the most impressions. null: all. */
  readonly top: number | null;
  /** Ids by the field of the query. */
  readonly only: Readonly<Record<string, readonly number[]>>;
  /** Values of facts of requests to which the report is limited. */
  readonly facts: { readonly [Dimension in RequestDimension]?: readonly string[] };
  /** Whether the report is counted from raw events. */
  readonly isRaw: boolean;
};

/**
 * Reads the parameters from the address. Default: the last 7 complete days by day.
 * @param today the current day of the publication
 */
export function reportParametersOf(values: Values, { today }: { readonly today: string }): ReportParameters {
  const chosenDimensions = listOf(values['by']).filter((name): name is Dimension => isOneOf(dimensions, name));
  const groupBy = chosenDimensions.length === 0 ? (['day'] as const) : chosenDimensions;
  const chosenMetrics = listOf(values['show']).filter((name): name is ReportMetric => name in metrics);
  const allMetrics = chosenMetrics.length === 0 ? defaultReportMetrics : chosenMetrics;
  const facts = Object.fromEntries(
    requestDimensions.map((name) => [name, valueListOf(values[name])] as const).filter(([, list]) => list.length > 0),
  );
  const isRaw = needsRawEvents({ groupBy, metrics: allMetrics, ...facts });
  const shown = isRaw ? rawMetrics(allMetrics) : allMetrics;
  const only = filterDimensions
    .map((name) => [`${name}Id`, listOf(values[name]).map(Number)] as const)
    .filter(([, ids]) => ids.length > 0);
  const isDefault = values['from'] === undefined && values['until'] === undefined;
  const period = oneOf(reportPeriods, values['period']) ?? (isDefault ? defaultPeriod : null);
  const days = period === null ? null : periodDays(period, localClock('UTC'), Date.parse(`${today}T00:00:00Z`));
  const until = days === null ? (values['until'] ?? today) : daysAfter(days.to, -1);
  const wanted = oneOf(dimensions, values['pivot']);
  const pivot = wanted !== null && groupBy.some((dimension) => dimension === wanted) ? wanted : null;
  return {
    period,
    from: days?.from ?? values['from'] ?? until,
    until,
    groupBy,
    metrics: shown,
    compare: oneOf(reportComparisons, values['compare']),
    pivot,
    pivotMetric: values['metric'] ?? null,
    sort: values['sort'] ?? defaultSort(groupBy, pivot, shown),
    chart: oneOf(reportCharts, values['chart']) ?? 'auto',
    key: needsKey({ groupBy, facts }) ? (values['key'] ?? null) : null,
    top:
      values['top'] === undefined ? null : Math.min(maxReportTop, Math.max(1, Math.trunc(Number(values['top'])) || 1)),
    only: Object.fromEntries(only),
    facts,
    isRaw,
  };
}

/** Whether a report has rows or a filter by the values of a key. */
export function needsKey({ groupBy, facts }: Pick<ReportParameters, 'groupBy' | 'facts'>): boolean {
  return groupBy.includes('keyValue') || facts.keyValue !== undefined;
}

/**
 * Rows without a time begin with the largest value: of the total in a pivot, otherwise of the first metric. Amounts have a
 * column for each currency.
 */
function defaultSort(
  groupBy: readonly Dimension[],
  pivot: Dimension | null,
  [first]: readonly ReportMetric[],
): string | null {
  if (groupBy.some((dimension) => dimension !== pivot && (isTimeDimension(dimension) || dimension === hourOfWeek)))
    return null;
  if (pivot !== null) return '-total';
  return first === undefined || first === 'spend' || first === 'revenue' ? null : `-${first}`;
}

/** The query of the API, in which the last day is exclusive. */
export function queryOf(parameters: ReportParameters): Query {
  const { groupBy, metrics: shown, compare, key, top, only, facts } = parameters;
  const computed = shown.filter((metric) => optionalReportMetrics.some((optional) => optional === metric));
  return {
    ...daysOf(parameters),
    groupBy: [...groupBy],
    ...(computed.length === 0 ? {} : { metrics: computed }),
    ...(compare === null ? {} : { compare }),
    ...(key === null ? {} : { key }),
    ...(top === null ? {} : { top }),
    ...only,
    ...facts,
  } as Query;
}

/** The days of the comparison period with an exclusive end. null: no comparison. */
export function comparedDaysOf(parameters: Pick<ReportParameters, 'from' | 'until' | 'compare'>) {
  return parameters.compare === null ? null : comparisonDays(daysOf(parameters), parameters.compare);
}

/** The days of a report with an exclusive end. */
export function daysOf({ from, until }: Pick<ReportParameters, 'from' | 'until'>) {
  return { from, to: daysAfter(until, 1) };
}

/** The URL of the report as a file that contains what the page shows. */
export function fileAddress(
  parameters: ReportParameters,
  file: {
    readonly format: 'csv' | 'xlsx' | 'pdf';
    readonly language: string;
    readonly title?: string | undefined;
    readonly chart?: boolean;
  },
): string {
  const { pivot, pivotMetric, sort, facts } = parameters;
  const given = {
    ...queryOf(parameters),
    metrics: parameters.metrics,
    pivot,
    pivotMetric: pivot === null ? null : pivotMetric,
    sort,
    ...file,
  };
  const texts = Object.entries(given).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    // Values can contain commas.
    const list = facts[name as RequestDimension];
    return list === undefined ? [[name, String(value)]] : list.map((one) => [name, one]);
  });
  return `/api/v1/reports?${new URLSearchParams(texts)}`;
}

/** Whether the days of a report contain a day that is not complete. */
export function containsToday({ from, until }: Pick<ReportParameters, 'from' | 'until'>, today: string): boolean {
  return from <= today && until >= today;
}

/** The definition of a report that can be saved. */
export function definitionOf(parameters: ReportParameters): Definition {
  const { period, groupBy, compare, pivot, pivotMetric, sort, chart, key, top, only, facts } = parameters;
  return {
    ...(period === null ? daysOf(parameters) : { period }),
    groupBy: [...groupBy],
    metrics: [...parameters.metrics],
    ...(compare === null ? {} : { compare }),
    ...(pivot === null ? {} : { pivot }),
    ...(pivot === null || pivotMetric === null ? {} : { pivotMetric }),
    ...(sort === null ? {} : { sort }),
    ...(key === null ? {} : { key }),
    ...(top === null ? {} : { top }),
    chart,
    ...only,
    ...facts,
  } as Definition;
}

/** The search parameters of a saved report. */
export function savedReportAddress({ id, report }: Pick<SavedReport, 'id' | 'report'>): Values {
  const { period, from, to, groupBy, metrics: shown, compare, pivot, pivotMetric, sort, chart, key, top } = report;
  return {
    ...(period === undefined && to !== undefined ? { from, until: daysAfter(to, -1) } : { period }),
    by: listText(groupBy ?? []),
    show: listText(shown ?? []),
    compare,
    pivot,
    metric: pivotMetric,
    sort,
    key,
    top: top === undefined ? undefined : String(top),
    chart: chart === 'auto' ? undefined : chart,
    ...Object.fromEntries(filterDimensions.map((name) => [name, listText(report[`${name}Id`] ?? [])])),
    ...Object.fromEntries(requestDimensions.map((name) => [name, valueListText(report[name] ?? [])])),
    saved: String(id),
  };
}

/** The day that is a number of days later. @example daysAfter('2026-12-31', 1) // '2027-01-01' */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

function oneOf<Value extends string>(known: readonly Value[], text: string | undefined): Value | null {
  return known.find((value) => value === text) ?? null;
}

function isOneOf<Value extends string>(known: readonly Value[], text: string): text is Value {
  return known.some((value) => value === text);
}
