import type { GetReportData } from '../../client/generated/types.gen.ts';
import { counters } from '../../core/pricing/billable-events.ts';
import { dayMs } from '../../core/time/durations.ts';
import { listOf } from '../ui/page/use-address.ts';
import { type Dimension, dimensions, type MetricName, metrics } from './report-labels.ts';

/** The search parameters of the address. */
type Values = Readonly<Record<string, string | undefined>>;
type Query = NonNullable<GetReportData['query']>;

const defaultDays = 7;
const objects = ['campaign', 'booking', 'creative', 'brand', 'mediaPartner', 'publication', 'position'] as const;

/** The parameters of a report. */
export type ReportParameters = {
  readonly from: string;
  /** Last day, inclusive. */
  readonly until: string;
  readonly groupBy: readonly Dimension[];
  readonly metrics: readonly MetricName[];
  /** Whether to compare with the previous period of the same length. */
  readonly compares: boolean;
  /** Ids by the field of the query. */
  readonly only: Readonly<Record<string, readonly number[]>>;
};

/** Reads the parameters from the address. Default: the last 7 days by day. */
export function reportParametersOf(values: Values, today: string): ReportParameters {
  const groupBy = listOf(values['by']).filter((name): name is Dimension =>
    dimensions.some((dimension) => dimension === name),
  );
  const chosen = listOf(values['show']).filter((name): name is MetricName => name in metrics);
  const only = objects
    .map((name) => [`${name}Id`, listOf(values[name]).map(Number)] as const)
    .filter(([, ids]) => ids.length > 0);
  return {
    from: values['from'] ?? daysAfter(today, 1 - defaultDays),
    until: values['until'] ?? today,
    groupBy: groupBy.length === 0 ? ['day'] : groupBy,
    metrics: chosen.length === 0 ? [...counters, 'ctr', 'spend'] : chosen,
    compares: values['compare'] === 'yes',
    only: Object.fromEntries(only),
  };
}

/** The query of the API, in which the last day is exclusive. */
export function queryOf(parameters: ReportParameters): Query {
  return {
    from: parameters.from,
    to: daysAfter(parameters.until, 1),
    groupBy: [...parameters.groupBy],
    ...parameters.only,
  } as Query;
}

/** The query of the previous period of the same length. */
export function previousPeriodQuery(parameters: ReportParameters): Query {
  const days = Math.round((Date.parse(parameters.until) - Date.parse(parameters.from)) / dayMs) + 1;
  return { ...queryOf(parameters), from: daysAfter(parameters.from, -days), to: parameters.from };
}

/** The URL of the report as a file. */
export function fileAddress(parameters: ReportParameters, format: 'csv' | 'xlsx'): string {
  const query = queryOf(parameters) as Readonly<Record<string, unknown>>;
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `/api/v1/reports?${new URLSearchParams([...texts, ['format', format]])}`;
}

/** The day that is a number of days later. @example daysAfter('2026-12-31', 1) // '2027-01-01' */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}
