import { Group, Paper } from '@mantine/core';
import { reportCharts } from '../../contract/insight/saved-report.ts';
import { reportComparisons } from '../../core/reporting/comparison.ts';
import { type Measure, measureId } from '../../core/reporting/report-metrics.ts';
import { reportPeriods } from '../../core/time/report-times.ts';
import { bookingChoices } from '../booking/model/booking-choices.ts';
import { campaignChoices } from '../campaign/campaign-choices.ts';
import { t } from '../i18n/t.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { ReferenceMultiSelect } from '../ui/field/reference-select.tsx';
import { MultiSelect, Select } from '../ui/field/selects.tsx';
import { listOf, listText } from '../ui/page/use-address.ts';
import { DayRangeField } from '../ui/time/day-range-field.tsx';
import { dimensions, measureText, metrics } from './report-labels.ts';
import type { ReportParameters } from './report-query.ts';

type Values = Readonly<Record<string, string | undefined>>;
type Props = {
  readonly parameters: ReportParameters;
  /** Measures from which a pivot shows one. */
  readonly measures: readonly Measure[];
  readonly values: Values;
  readonly change: (changes: Values) => void;
};

const brands = brandChoices();
const custom = 'custom';
const none = 'none';
const filters = [
  { name: 'campaign', label: 'report.label.campaigns', source: campaignChoices },
  { name: 'booking', label: 'report.label.bookings', source: bookingChoices },
  { name: 'brand', label: 'report.label.brands', source: brands },
] as const;

/** What a report shows: period, dimensions, metrics, filters, comparison, pivot and chart. */
export function ReportControls(props: Props) {
  return (
    <Paper mb="md" component="search">
      <Group gap="sm" align="flex-start">
        <PeriodControls {...props} />
        <DimensionControls {...props} />
        <ViewControls {...props} />
        {filters.map(({ name, label, source }) => (
          <ReferenceMultiSelect
            key={name}
            label={t(label)}
            placeholder={listOf(props.values[name]).length === 0 ? t('report.label.all') : ''}
            source={source}
            value={listOf(props.values[name]).map(Number)}
            onChange={(chosen) => props.change({ [name]: listText(chosen) })}
            w={{ base: '100%', xs: 200 }}
          />
        ))}
      </Group>
    </Paper>
  );
}

function PeriodControls({ parameters, change }: Props) {
  const { period, from, until, compare } = parameters;
  return (
    <>
      <Select
        label={t('report.label.period')}
        data={[
          { value: custom, label: t('report.label.customPeriod') },
          ...reportPeriods.map((value) => ({ value, label: t(`report.period.${value}`) })),
        ]}
        value={period ?? custom}
        onChange={(chosen) =>
          change(
            chosen === custom || chosen === null
              ? { period: undefined, from, until }
              : { period: chosen, from: undefined, until: undefined },
          )
        }
        allowDeselect={false}
        w={{ base: '100%', xs: 180 }}
      />
      <DayRangeField
        from={from}
        until={until}
        onChange={(range) => change({ period: undefined, from: range.from ?? from, until: range.until ?? until })}
      />
      <Select
        label={t('report.label.comparison')}
        data={[
          { value: none, label: t('report.label.noComparison') },
          ...reportComparisons.map((value) => ({ value, label: t(`report.comparison.${value}`) })),
        ]}
        value={compare ?? none}
        onChange={(chosen) => change({ compare: chosen === none || chosen === null ? undefined : chosen })}
        allowDeselect={false}
        w={{ base: '100%', xs: 210 }}
      />
    </>
  );
}

function DimensionControls({ parameters, change }: Props) {
  const { groupBy, pivot } = parameters;
  return (
    <>
      <MultiSelect
        label={t('report.label.groupBy')}
        data={dimensions.map((value) => ({ value, label: t(`labels.reportDimension.${value}`) }))}
        value={[...groupBy]}
        onChange={(chosen) =>
          change({ by: listText(chosen), pivot: pivot !== null && chosen.includes(pivot) ? pivot : undefined })
        }
        w={{ base: '100%', xs: 240 }}
      />
      <MultiSelect
        label={t('report.label.metrics')}
        data={Object.entries(metrics).map(([value, label]) => ({ value, label: t(label) }))}
        value={[...parameters.metrics]}
        onChange={(chosen) => change({ show: listText(chosen) })}
        w={{ base: '100%', sm: 420 }}
      />
    </>
  );
}

function ViewControls({ parameters, measures, change }: Props) {
  const { groupBy, pivot, pivotMetric, chart } = parameters;
  const choices = measures.map((measure) => ({ value: measureId(measure), label: measureText(measure) }));
  const shown = choices.find(({ value }) => value === pivotMetric) ?? choices[0];
  return (
    <>
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
        disabled={groupBy.length < 2}
        w={{ base: '100%', xs: 180 }}
      />
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
    </>
  );
}
