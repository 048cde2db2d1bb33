import { Paper } from '@mantine/core';
import type { Report, ReportRow } from '../../client/generated/types.gen.ts';
import { dayMs } from '../../core/time/durations.ts';
import { TrendChart } from '../ui/display/trend-chart.tsx';
import { measures } from './report-labels.ts';
import { daysAfter, type ReportParameters } from './report-query.ts';

/** The first measure over the days; without days among the dimensions there is nothing to draw over. */
export function ReportChart({
  asked,
  report,
  before,
}: {
  readonly asked: ReportParameters;
  readonly report: Report;
  readonly before: Report | undefined;
}) {
  const time = (['day', 'hour'] as const).find((dimension) => asked.groupBy.includes(dimension));
  const measure = asked.measures.map((name) => measures[name]).find(({ figure }) => figure(report.totals) !== null);
  if (time === undefined || measure === undefined) return null;
  const now = sumBy(report.rows, time, measure.figure);
  const past = before === undefined ? null : sumBy(before.rows, time, measure.figure);
  const shiftDays = Math.round((Date.parse(asked.until) - Date.parse(asked.from)) / dayMs) + 1;
  const points = timesOf(asked, time, now).map((at) => ({
    time: at.slice(5),
    now: now.get(at) ?? 0,
    ...(past === null ? {} : { before: past.get(daysAfter(at.slice(0, 10), -shiftDays) + at.slice(10)) ?? 0 }),
  }));
  return (
    <Paper component="section" aria-label="Chart">
      <TrendChart
        label={`${measure.text} by ${time}`}
        data={points}
        series={[
          { name: 'now', label: measure.text, tone: 'main' },
          ...(past === null ? [] : [{ name: 'before', label: 'Days before', tone: 'quiet' as const }]),
        ]}
      />
    </Paper>
  );
}

function sumBy(rows: readonly ReportRow[], time: 'day' | 'hour', figure: (row: ReportRow) => number | null) {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const at = row[time] ?? '';
    sums.set(at, (sums.get(at) ?? 0) + (figure(row) ?? 0));
  }
  return sums;
}

function timesOf(asked: ReportParameters, time: 'day' | 'hour', sums: ReadonlyMap<string, number>): readonly string[] {
  if (time === 'hour') return [...sums.keys()].sort();
  const count = Math.round((Date.parse(asked.until) - Date.parse(asked.from)) / dayMs) + 1;
  return Array.from({ length: count }, (_, index) => daysAfter(asked.from, index));
}
