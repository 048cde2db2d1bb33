import type { ReportQuery } from '../../../contract/insight/report.ts';
import { earlierTimesOf, isTimeDimension } from '../../../core/reporting/comparison.ts';
import type { RawValues } from '../raw-report/raw-report-task.ts';
import { type SummedRow, valuesOfRow } from './sum-rows.ts';

/**
 * Returns the values that rows of a report have in its comparison period: the same, with the corresponding times. Without a
 * corresponding time there are none.
 */
export function comparedRows(
  rows: readonly SummedRow[],
  { groupBy, from, to, compare }: Pick<ReportQuery, 'groupBy' | 'from' | 'to' | 'compare'>,
): readonly RawValues[] {
  if (from === undefined || to === undefined || compare === undefined) return [];
  const options = { days: { from, to }, comparison: compare };
  return rows.flatMap((row) =>
    groupBy.filter(isTimeDimension).reduce<readonly RawValues[]>(
      (found, dimension) =>
        found.flatMap((values) =>
          earlierTimesOf(dimension, String(values[dimension]), options).map((time) => ({
            ...values,
            [dimension]: time,
          })),
        ),
      [valuesOfRow(row, groupBy)],
    ),
  );
}
