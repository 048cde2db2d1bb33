import { maxReportRows } from '../../../core/vocabulary/limits/report-limits.ts';

/** The result exceeds the row limit. */
export class TooManyRowsError extends Error {}

/** Returns the error of a report with more than `maxReportRows` rows. */
export function tooManyRows(): TooManyRowsError {
  return new TooManyRowsError(`A report has at most ${maxReportRows} rows`);
}
