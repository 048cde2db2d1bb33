import type { ReportDimension } from '../../../contract/insight/report-table-fields.ts';
import { eachCounter } from '../../../core/pricing/billable-events.ts';
import { isTimeDimension } from '../../../core/reporting/comparison.ts';
import { isRequestDimension } from '../../../core/reporting/value-dimensions.ts';
import { videoColumns } from '../../../exchange/open-data/counted-schema.ts';
import type { RawCounts, RawValues } from './raw-report-task.ts';

type Row = Readonly<Record<string, unknown>>;

/** Reads the counts of a row of DuckDB, in which integers of 64 bits are texts. */
export function rawCountsOf(row: Row): RawCounts {
  const videos = Object.entries(videoColumns).map(([column, event]) => [event, Number(row[column])] as const);
  const others = (row['other_events'] as readonly Row[]).map(
    ({ event, events }) => [String(event), Number(events)] as const,
  );
  return {
    ...eachCounter((counter) => Number(row[counter])),
    plays: Number(row['plays']),
    audienceThousandths: Number(row['audience_thousandths']),
    events: Object.fromEntries([...videos.filter(([, count]) => count > 0), ...others]),
    apart: (row['filtered'] as readonly Row[]).map(({ reason, kind, events }) => ({
      reason: String(reason),
      kind: String(kind),
      events: Number(events),
    })),
  };
}

/** Reads the values of the dimensions of a row. */
export function rawValuesOf(row: Row, groupBy: readonly ReportDimension[]): RawValues {
  return Object.fromEntries(
    groupBy.map((dimension) => {
      const value = row[dimension] ?? null;
      const isText = isTimeDimension(dimension) || isRequestDimension(dimension);
      return [dimension, value === null ? null : isText ? String(value) : Number(value)];
    }),
  );
}
