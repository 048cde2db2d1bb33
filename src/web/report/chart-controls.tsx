import { Group } from '@mantine/core';
import { reportCharts } from '../../contract/insight/saved-report.ts';
import { type Measure, measureId } from '../../core/reporting/report-metrics.ts';
import { t } from '../i18n/t.ts';
import { Select } from '../ui/field/selects.tsx';
import { measureText } from './report-labels.ts';
import type { ReportParameters } from './report-query.ts';

const none = 'none';

/** The type of the chart and, for a report with two dimensions, its pivot. */
export function ChartControls({
  parameters: { groupBy, pivot, pivotMetric, chart },
  measures,
  change,
}: {
  readonly parameters: ReportParameters;
  /** Measures from which a pivot shows one. */
  readonly measures: readonly Measure[];
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
}) {
  const choices = measures.map((measure) => ({ value: measureId(measure), label: measureText(measure) }));
  const shown = choices.find(({ value }) => value === pivotMetric) ?? choices[0];
  return (
    <Group gap="sm">
      {groupBy.length > 1 && (
        <Select
          label={t('report.label.pivot')}
          data={[
            { value: none, label: t('report.label.noComparison') },
            ...groupBy.map((value) => ({ value, label: t(`labels.reportDimension.${value}`) })),
          ]}
          value={pivot ?? none}
          onChange={(chosen) =>
            change({ pivot: chosen === none || chosen === null ? undefined : chosen, sort: undefined })
          }
          allowDeselect={false}
          w={{ base: '100%', xs: 180 }}
        />
      )}
      {pivot !== null && (
        <Select
          label={t('report.label.pivotMetric')}
          data={choices}
          value={shown?.value ?? null}
          onChange={(chosen) => change({ metric: chosen ?? undefined })}
          allowDeselect={false}
          w={{ base: '100%', xs: 200 }}
        />
      )}
      <Select
        label={t('report.label.chartType')}
        data={reportCharts.map((value) => ({ value, label: t(`report.chart.${value}`) }))}
        value={chart}
        onChange={(chosen) => change({ chart: chosen === 'auto' || chosen === null ? undefined : chosen })}
        allowDeselect={false}
        w={{ base: '100%', xs: 150 }}
      />
    </Group>
  );
}
