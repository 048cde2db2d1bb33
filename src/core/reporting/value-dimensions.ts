import { hasReach } from './report-metrics.ts';

/**
 * Dimensions that are facts of ad requests. Their rows contain a text, or null if it is unknown or has no value. Counted
 * from raw events. Source: docs/decisions/0202-raw-reports.md.
 */
export const requestDimensions = [
  'country',
  'region',
  'device',
  'os',
  'browser',
  'viewerLanguage',
  'page',
  'keyword',
  'category',
  'product',
  'segment',
  'keyValue',
] as const;
/** One of `requestDimensions`. */
export type RequestDimension = (typeof requestDimensions)[number];

/** Dimensions of which a request can have several values. An event is in the row of each. */
export const listDimensions: readonly RequestDimension[] = ['keyword', 'category', 'product', 'segment', 'keyValue'];

/** Returns whether an event can be in several rows of a report. */
export function isInSeveralRows({ groupBy }: Pick<AskedReport, 'groupBy'>): boolean {
  return groupBy.some((dimension) => listDimensions.some((list) => list === dimension));
}

/** Hour of the week in the time zone of the publication, from 0 (Monday, 0:00 to 1:00) to 167. */
export const hourOfWeek = 'hourOfWeek';

export function isRequestDimension(dimension: string): dimension is RequestDimension {
  return requestDimensions.some((known) => known === dimension);
}

/** Whether rows contain the value of a dimension itself, and not the ID of an object. */
export function isPlainDimension(dimension: string): dimension is RequestDimension | typeof hourOfWeek {
  return dimension === hourOfWeek || isRequestDimension(dimension);
}

type AskedReport = {
  readonly groupBy: readonly string[];
  readonly metrics?: readonly string[] | undefined;
  readonly [Filter: string]: unknown;
};

/** Returns whether a report is counted from raw events: it has facts of requests, or counts viewers. */
export function needsRawEvents(report: AskedReport): boolean {
  return hasRequestFacts(report) || hasReach(report);
}

/** Returns whether a report has a dimension or a filter that is a fact of requests. */
export function hasRequestFacts(report: AskedReport): boolean {
  return (
    report.groupBy.some(isRequestDimension) || requestDimensions.some((dimension) => report[dimension] !== undefined)
  );
}
