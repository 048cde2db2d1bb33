import type { GetReportData } from '../../client/generated/types.gen.ts';
import { counters } from '../../core/pricing/billable-events.ts';
import { dayMs } from '../../core/time/durations.ts';
import { listOf } from '../ui/page/use-address.ts';
import { type Dimension, dimensionLabels, type MeasureName, measures } from './report-labels.ts';

/** What of a report stands in the address. */
type Values = Readonly<Record<string, string | undefined>>;
type Query = NonNullable<GetReportData['query']>;

const usualDays = 7;
const objects = ['campaign', 'booking', 'creative', 'brand', 'mediaPartner', 'publication', 'position'] as const;

/** A report as it is asked for. */
export type ReportParameters = {
  readonly from: string;
  /** Last day that is included, as people say it. */
  readonly until: string;
  readonly groupBy: readonly Dimension[];
  readonly measures: readonly MeasureName[];
  /** Compares with as many days before. */
  readonly compares: boolean;
  /** Ids by the field of the query. */
  readonly only: Readonly<Record<string, readonly number[]>>;
};

/** Reads it from the address; what is not said is the last seven days by day. */
export function reportParametersOf(values: Values, today: string): ReportParameters {
  const groupBy = listOf(values['by']).filter((one): one is Dimension => one in dimensionLabels);
  const chosen = listOf(values['show']).filter((one): one is MeasureName => one in measures);
  const only = objects
    .map((name) => [`${name}Id`, listOf(values[name]).map(Number)] as const)
    .filter(([, ids]) => ids.length > 0);
  return {
    from: values['from'] ?? daysAfter(today, 1 - usualDays),
    until: values['until'] ?? today,
    groupBy: groupBy.length === 0 ? ['day'] : groupBy,
    measures: chosen.length === 0 ? [...counters, 'ctr', 'spend'] : chosen,
    compares: values['compare'] === 'yes',
    only: Object.fromEntries(only),
  };
}

/** The query of the API; its last day is not included. */
export function queryOf(asked: ReportParameters): Query {
  return { from: asked.from, to: daysAfter(asked.until, 1), groupBy: [...asked.groupBy], ...asked.only } as Query;
}

/** The same for as many days just before. */
export function previousPeriodQuery(asked: ReportParameters): Query {
  const days = Math.round((Date.parse(asked.until) - Date.parse(asked.from)) / dayMs) + 1;
  return { ...queryOf(asked), from: daysAfter(asked.from, -days), to: asked.from };
}

/** Address of the report as a file, for a link. */
export function fileAddress(asked: ReportParameters, format: 'csv' | 'xlsx'): string {
  const query = queryOf(asked) as Readonly<Record<string, unknown>>;
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `/api/v1/reports?${new URLSearchParams([...texts, ['format', format]])}`;
}

/** A calendar day so many days later. @example daysAfter('2026-12-31', 1) // '2027-01-01' */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}
