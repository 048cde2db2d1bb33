import { Button, Group, Paper, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { ReportRow } from '../../client/generated/types.gen.ts';
import { reportComparisons } from '../../core/reporting/comparison.ts';
import type { Measure, ReportMetric } from '../../core/reporting/report-metrics.ts';
import { reportPeriods } from '../../core/time/report-times.ts';
import { useSpendLabel } from '../api/use-spend-label.ts';
import { t } from '../i18n/t.ts';
import { MultiSelect, Select } from '../ui/field/selects.tsx';
import { listText } from '../ui/page/use-address.ts';
import { DayRangeField } from '../ui/time/day-range-field.tsx';
import { dimensions, metrics, metricText } from './model/report-labels.ts';
import type { ReportParameters } from './model/report-query.ts';
import { PivotFields } from './pivot-fields.tsx';
import { ReportFilters } from './report-filters.tsx';
import { RequestFields } from './request-fields.tsx';

type Values = Readonly<Record<string, string | undefined>>;
type Props = {
  readonly parameters: ReportParameters;
  /** Measures of the metrics. Empty until the report is loaded. */
  readonly measures: readonly Measure[];
  /** Rows of the report, whose values can be selected as filters. */
  readonly rows: readonly ReportRow[];
  readonly values: Values;
  readonly change: (changes: Values) => void;
};

const custom = 'custom';
const none = 'none';

/** What a report contains: period and comparison, dimensions and metrics, filters. On phones, only the period at first. */
export function ReportControls(props: Props) {
  const isNarrow = useMediaQuery('(max-width: 48em)') === true;
  const [isOpen, setOpen] = useState(false);
  const showsAll = !isNarrow || isOpen;
  return (
    <Paper mb="md" component="search">
      <Stack gap="sm">
        <Group gap="sm" align="flex-end">
          <PeriodField {...props} />
          {showsAll && <DayControls {...props} />}
        </Group>
        {showsAll && <DimensionControls {...props} />}
        {showsAll && <ReportFilters {...props} />}
        {isNarrow && (
          <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'report.action.closeEditor' : 'report.action.edit')}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

function PeriodField({ parameters: { period, from, until }, change }: Props) {
  return (
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
      w={{ base: '100%', sm: 200 }}
    />
  );
}

function DayControls({ parameters: { from, until, compare }, change }: Props) {
  return (
    <>
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
        w={{ base: '100%', sm: 220 }}
      />
    </>
  );
}

function DimensionControls({ parameters, measures, change }: Props) {
  const { groupBy, pivot } = parameters;
  const spendLabel = useSpendLabel();
  return (
    <Group gap="sm" align="flex-start">
      <MultiSelect
        label={t('report.label.groupBy')}
        data={dimensions.map((value) => ({ value, label: t(`labels.reportDimension.${value}`) }))}
        value={[...groupBy]}
        onChange={(chosen) =>
          change({ by: listText(chosen), pivot: pivot !== null && chosen.includes(pivot) ? pivot : undefined })
        }
        w={{ base: '100%', sm: 240 }}
      />
      <RequestFields parameters={parameters} change={change} />
      <PivotFields parameters={parameters} measures={measures} change={change} />
      <MultiSelect
        label={t('report.label.metrics')}
        data={(Object.keys(metrics) as ReportMetric[]).map((value) => ({
          value,
          label: metricText(value, spendLabel),
        }))}
        value={[...parameters.metrics]}
        onChange={(chosen) => change({ show: listText(chosen) })}
        w={{ base: '100%', sm: 'auto' }}
        miw={{ sm: 320 }}
        flex={1}
      />
    </Group>
  );
}
