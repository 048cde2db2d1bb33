import { Paper } from '@mantine/core';
import type { Report, ReportRow } from '../../client/generated/types.gen.ts';
import { dayMs } from '../../core/time/durations.ts';
import { t } from '../i18n/t.ts';
import { TrendChart } from '../ui/display/trend-chart.tsx';
import { shortDayText, shortHourText } from '../ui/time/zoned-time.ts';
import { metrics } from './report-labels.ts';
import { daysAfter, type ReportParameters } from './report-query.ts';

/** The first metric over time. Renders nothing if the report is not grouped by day or hour. */
export function ReportChart({
  parameters,
  report,
  previous,
}: {
  readonly parameters: ReportParameters;
  readonly report: Report;
  readonly previous: Report | undefined;
}) {
  const time = (['day', 'hour'] as const).find((dimension) => parameters.groupBy.includes(dimension));
  const metric = parameters.metrics
    .map((name) => metrics[name])
    .find(({ toNumber }) => toNumber(report.totals) !== null);
  if (time === undefined || metric === undefined) return null;
  const now = sumBy(report.rows, time, metric.toNumber);
  const past = previous === undefined ? null : sumBy(previous.rows, time, metric.toNumber);
  const shiftDays = Math.round((Date.parse(parameters.until) - Date.parse(parameters.from)) / dayMs) + 1;
  const points = timesOf(parameters, time, now).map((at) => ({
    time: time === 'day' ? shortDayText(at) : shortHourText(at),
    now: now.get(at) ?? 0,
    ...(past === null ? {} : { previous: past.get(daysAfter(at.slice(0, 10), -shiftDays) + at.slice(10)) ?? 0 }),
  }));
  return (
    <Paper component="section" aria-label={t('report.label.chart')}>
      <TrendChart
        label={t('report.text.chart', { metric: t(metric.label), time })}
        data={points}
        series={[
          { name: 'now', label: t(metric.label), tone: 'main' },
          ...(past === null
            ? []
            : [{ name: 'previous', label: t('report.label.previousPeriod'), tone: 'quiet' as const }]),
        ]}
      />
    </Paper>
  );
}

function sumBy(rows: readonly ReportRow[], time: 'day' | 'hour', toNumber: (row: ReportRow) => number | null) {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const at = row[time] ?? '';
    sums.set(at, (sums.get(at) ?? 0) + (toNumber(row) ?? 0));
  }
  return sums;
}

function timesOf(
  parameters: ReportParameters,
  time: 'day' | 'hour',
  sums: ReadonlyMap<string, number>,
): readonly string[] {
  if (time === 'hour') return [...sums.keys()].sort();
  const count = Math.round((Date.parse(parameters.until) - Date.parse(parameters.from)) / dayMs) + 1;
  return Array.from({ length: count }, (_, index) => daysAfter(parameters.from, index));
}
