import { reportCharts } from '../../contract/insight/saved-report.ts';
import { t } from '../i18n/t.ts';
import { Select } from '../ui/field/selects.tsx';
import type { ChartType } from './model/report-query.ts';

/** The type of the chart. */
export function ChartTypeSelect({
  chart,
  change,
}: {
  readonly chart: ChartType;
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
}) {
  return (
    <Select
      label={t('report.label.chartType')}
      data={reportCharts.map((value) => ({ value, label: t(`report.chart.${value}`) }))}
      value={chart}
      onChange={(chosen) => change({ chart: chosen === 'auto' || chosen === null ? undefined : chosen })}
      allowDeselect={false}
      w={{ base: '100%', xs: 150 }}
    />
  );
}
