import { type Measure, measureId } from '../../core/reporting/report-metrics.ts';
import { useSpendLabel } from '../api/use-spend-label.ts';
import { t } from '../i18n/t.ts';
import { Select } from '../ui/field/selects.tsx';
import { measureText } from './model/report-labels.ts';
import type { ReportParameters } from './model/report-query.ts';

const none = 'none';

/** The dimension whose values are columns, and the metric in them. Only for reports with two dimensions. */
export function PivotFields({
  parameters: { groupBy, pivot, pivotMetric },
  measures,
  change,
}: {
  readonly parameters: ReportParameters;
  /** Measures from which a pivot shows one. */
  readonly measures: readonly Measure[];
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
}) {
  const spendLabel = useSpendLabel();
  if (groupBy.length < 2) return null;
  const choices = measures.map((measure) => ({ value: measureId(measure), label: measureText(measure, spendLabel) }));
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
        w={{ base: '100%', sm: 180 }}
      />
      {pivot !== null && (
        <Select
          label={t('report.label.pivotMetric')}
          data={choices}
          value={shown?.value ?? null}
          onChange={(chosen) => change({ metric: chosen ?? undefined })}
          allowDeselect={false}
          w={{ base: '100%', sm: 180 }}
        />
      )}
    </>
  );
}
