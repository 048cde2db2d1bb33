import { Stack, Text, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Report, ReportRow } from '../../client/generated/types.gen.ts';
import type { ReportGrid } from '../../core/reporting/grid-shape.ts';
import { reportGrid } from '../../core/reporting/report-grid.ts';
import { useSpendLabel } from '../api/use-spend-label.ts';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { conjunctionText } from '../labels/figures.ts';
import { hintAttributes } from '../ui/display/hints.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { EmptyState } from '../ui/list/empty-state.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { ButtonLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { useAddress } from '../ui/page/use-address.ts';
import { calendarDayText, dayRangeText, instantText, wallTimeOf } from '../ui/time/zoned-time.ts';
import { ChartTypeSelect } from './chart-type-select.tsx';
import { DrillPath } from './drill-path.tsx';
import { ExportMenu } from './export-menu.tsx';
import { drilled } from './model/drill-down.ts';
import { compareRows, type Dimension, dimensionsInText, measureText } from './model/report-labels.ts';
import {
  comparedDaysOf,
  containsToday,
  daysAfter,
  daysOf,
  type ReportParameters,
  reportParametersOf,
} from './model/report-query.ts';
import { useReport } from './model/use-report.ts';
import { RawReportNotice } from './raw-report-notice.tsx';
import { ReportChart } from './report-chart.tsx';
import { ReportControls } from './report-controls.tsx';
import { ReportTable } from './report-table.tsx';
import { ReportTabs } from './report-tabs.tsx';
import { SaveReport, useSavedReport } from './save-report.tsx';

/** A report with any metrics and dimensions, as a chart, a table and a file. Its definition is in the address. */
export function ReportPage() {
  const [values, change] = useAddress();
  const navigate = useNavigate();
  const zone = useZone();
  const today = wallTimeOf(new Date(), zone).slice(0, 10);
  const parameters = reportParametersOf(values, { today });
  const { data, error, refetch, ...counting } = useReport(parameters);
  const saved = useSavedReport(values);
  const spendLabel = useSpendLabel();
  // A step adds an entry to the history, so the back button returns.
  const drill = (dimension: Dimension, key: string) => {
    const changes = drilled(values, parameters, { dimension, key });
    void navigate({ to: '.', search: ((now: object) => ({ ...now, ...changes })) as never });
  };
  const grid = data === undefined ? null : gridOf(data, parameters);
  return (
    <Page
      title={saved?.name ?? t('report.title.reports')}
      lead={data === undefined ? undefined : freshnessText(data, parameters, today)}
      actions={
        <>
          <SaveReport parameters={parameters} saved={saved} />
          <ButtonLink
            to="/reports/schedules"
            search={{ ...values, item: 'new' }}
            variant="default"
            leftSection={<Icon name="clock" />}
          >
            {t('report.action.schedule')}
          </ButtonLink>
        </>
      }
      primary={<ExportMenu parameters={parameters} title={saved?.name} />}
    >
      <ReportTabs />
      <ReportControls
        parameters={parameters}
        measures={grid?.measures ?? []}
        rows={data?.rows ?? []}
        values={values}
        change={change}
      />
      <DrillPath values={values} change={change} />
      <RawReportNotice report={data} parameters={parameters} {...counting} />
      {parameters.metrics.includes('shareOfVoicePercent') && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('report.text.shareOfVoice')}
        </Text>
      )}
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {grid !== null && grid.lines.length === 0 && (
        <EmptyState icon="report" title={t('report.title.noData')}>
          {t('report.text.noData')}
        </EmptyState>
      )}
      {data !== undefined && grid !== null && grid.lines.length > 0 && (
        <Stack gap="md">
          <Chart
            parameters={parameters}
            report={data}
            grid={grid}
            today={today}
            controls={<ChartTypeSelect chart={parameters.chart} change={change} />}
          />
          <ReportTable
            caption={captionOf(grid, parameters, spendLabel)}
            grid={grid}
            parameters={parameters}
            today={today}
            onSort={(sort) => change({ sort })}
            onDrill={drill}
          />
        </Stack>
      )}
    </Page>
  );
}

function gridOf(report: Report, parameters: ReportParameters): ReportGrid<ReportRow> {
  const { groupBy, metrics, pivot, pivotMetric, sort, compare } = parameters;
  const { compared } = report;
  return reportGrid(report, {
    groupBy: [...new Set(groupBy)],
    metrics,
    pivot,
    pivotMeasure: pivotMetric,
    sort,
    compared:
      compared === null || compare === null ? null : { ...compared, days: daysOf(parameters), comparison: compare },
    compareRows,
  });
}

function Chart({
  grid,
  ...rest
}: {
  readonly grid: ReportGrid<ReportRow>;
  readonly parameters: ReportParameters;
  readonly report: Report;
  readonly today: string;
  readonly controls: ReactNode;
}) {
  const measure = grid.columns[0]?.measure;
  return measure === undefined ? null : <ReportChart measure={measure} {...rest} />;
}

function captionOf(
  { columns, dimensions }: ReportGrid<ReportRow>,
  { pivot }: ReportParameters,
  spendLabel: string,
): string {
  const measure = columns[0]?.measure;
  if (pivot === null || measure === undefined) return t('report.label.report');
  return t('report.text.pivotTable', {
    metric: measureText(measure, spendLabel),
    dimensions: dimensionsInText(dimensions as readonly Dimension[]),
    pivot: dimensionsInText([pivot]),
  });
}

/** The days and the state of the data. A tooltip has the time of the data and the time zones. */
function freshnessText({ asOf, final, timeZones }: Report, parameters: ReportParameters, today: string) {
  const { from, until } = parameters;
  const zones =
    timeZones.length === 0
      ? null
      : t('report.text.timeZones', { count: timeZones.length, timeZones: conjunctionText(timeZones) });
  const earlier = comparedDaysOf(parameters);
  const parts = [
    from === until ? calendarDayText(from) : dayRangeText(from, until),
    ...(earlier === null
      ? []
      : [t('report.text.comparedWith', { days: dayRangeText(earlier.from, daysAfter(earlier.to, -1)) })]),
  ];
  const state = containsToday(parameters, today) ? 'todayIncomplete' : final ? 'final' : 'preliminary';
  const detail =
    asOf === null
      ? t('report.text.noCounts')
      : t(final ? 'report.text.final' : 'report.text.preliminary', { time: instantText(asOf, timeZones[0]) });
  const hint = zones === null ? detail : `${detail} ${zones}`;
  return (
    <Text inherit component="span">
      {parts.join(' · ')} ·{' '}
      <span {...hintAttributes(hint)}>{t(`report.label.${asOf === null ? 'noCounts' : state}`)}</span>
      <VisuallyHidden>. {hint}</VisuallyHidden>
    </Text>
  );
}
