import { Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Report } from '../../client/generated/types.gen.ts';
import { alignedRows } from '../../core/reporting/report-grid.ts';
import type { Measure } from '../../core/reporting/report-metrics.ts';
import { useSpendLabel } from '../api/use-spend-label.ts';
import { t } from '../i18n/t.ts';
import { SeriesChart } from '../ui/chart/series-chart.tsx';
import { monthText, shortDayText } from '../ui/time/zoned-time.ts';
import { type ChartCategory, type ChartData, type ChartSeries, chartDataOf } from './model/chart-data.ts';
import {
  axisLabel,
  axisText,
  type Dimension,
  dimensionsInText,
  dimensionText,
  measureText,
  valueText,
} from './model/report-labels.ts';
import { daysAfter, daysOf, type ReportParameters } from './model/report-query.ts';

/** The first metric, or that of the pivot, as a chart with a title. Without anything to draw, only the controls. */
export function ReportChart({
  parameters,
  report,
  measure,
  today,
  controls,
}: {
  readonly parameters: ReportParameters;
  readonly report: Report;
  readonly measure: Measure;
  /** The current day of the publication. */
  readonly today: string;
  /** Fields next to the title. */
  readonly controls: ReactNode;
}) {
  const { groupBy, pivot, compare, chart } = parameters;
  const { compared } = report;
  const days = daysOf(parameters);
  const before = compared === null || compare === null ? null : alignedRows({ ...compared, days, comparison: compare });
  const data = chartDataOf(report.rows, { measure, groupBy, pivot, times: timesOf(parameters), before });
  const spendLabel = useSpendLabel();
  const metric = measureText(measure, spendLabel);
  const dimensions = dimensionsInText(groupBy);
  const time = data?.time ?? null;
  return (
    <Paper component="section" aria-label={t('report.label.chart')}>
      <Group justify="space-between" align="flex-end" mb="xs">
        <Title order={2} fz={17}>
          {time === null ? t('report.text.metricBy', { metric, dimensions }) : t(`report.perTime.${time}`, { metric })}
        </Title>
        {controls}
      </Group>
      {data !== null && chart !== 'none' && (
        <SeriesChart
          label={t('report.text.chartOf', { metric, dimensions })}
          kind={kindOf(data, chart)}
          direction={time === null ? 'list' : 'time'}
          categories={data.categories.map((category) => ({
            key: category.key,
            isPartial: time !== null && category.key === (time === 'month' ? today.slice(0, 7) : today),
            ...categoryTexts(category, data),
          }))}
          partialLabel={time === 'month' ? t('report.label.monthSoFar') : t('labels.text.todaySoFar')}
          series={data.series.map((one) => ({
            ...one,
            label: seriesText(one, data, metric),
            tone: one.kind === 'value' ? null : one.kind,
          }))}
          valueText={(value) => valueText(value, measure)}
          axisText={(value) => axisText(value, measure)}
        />
      )}
    </Paper>
  );
}

/** Values that cannot be added are not stacked, and only times have lines. */
function kindOf({ isAdditive, time, series }: ChartData, chart: ReportParameters['chart']): 'line' | 'bar' | 'stacked' {
  const hasSeveral = series.filter(({ kind }) => kind !== 'comparison').length > 1;
  const isStackable = isAdditive && hasSeveral;
  if (chart === 'stacked') return isStackable ? 'stacked' : time === null ? 'bar' : 'line';
  if (chart === 'bar') return 'bar';
  if (time !== null) return 'line';
  return isStackable ? 'stacked' : 'bar';
}

function categoryTexts({ key, row }: ChartCategory, { axis }: ChartData) {
  const [time] = axis;
  if (row === null && time === 'day') return { label: shortDayText(key), title: shortDayText(key) };
  if (row === null && time === 'month') return { label: monthText(key), title: monthText(key) };
  if (row === null) return { label: t('report.label.other'), title: t('report.label.other') };
  return {
    label: axis.map((dimension) => axisLabel(row, dimension)).join(' · '),
    title: axis.map((dimension) => dimensionText(row, dimension)).join(' · '),
  };
}

function seriesText({ kind, row }: ChartSeries, { split }: ChartData, metric: string): string {
  if (kind === 'comparison') return t('report.label.comparison');
  if (kind === 'other') return t('report.label.other');
  if (split.length === 0 || row === null) return metric;
  return split.map((dimension: Dimension) => dimensionText(row, dimension)).join(' · ');
}

/** All days or months of a report. Hours without delivery are not drawn. */
function timesOf({ groupBy, from, until }: ReportParameters): readonly string[] {
  const time = groupBy.find((dimension) => dimension === 'day' || dimension === 'month');
  if (time === undefined || groupBy.includes('hour')) return [];
  const days: string[] = [];
  for (let day = from; day <= until && days.length < 1000; day = daysAfter(day, 1)) days.push(day);
  return time === 'day' ? days : [...new Set(days.map((day) => day.slice(0, 7)))];
}
