import { Alert, Group, NumberInput, Switch, Text, TextInput } from '@mantine/core';
import type { ReportMetric } from '../../core/reporting/report-metrics.ts';
import { type RequestDimension, requestDimensions } from '../../core/reporting/value-dimensions.ts';
import { minuteText } from '../../core/time/local-time.ts';
import { reportCadences, scheduledPeriods } from '../../core/time/report-times.ts';
import { weekdays } from '../../core/vocabulary/statuses.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { useSpendLabel } from '../api/use-spend-label.ts';
import { bookingChoices } from '../booking/model/booking-choices.ts';
import { campaignChoices } from '../campaign/campaign-choices.ts';
import { t } from '../i18n/t.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { type Dimension, dimensions, metrics, metricText } from '../report/model/report-labels.ts';
import { FactFilter } from '../report/report-filters.tsx';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ReferenceMultiSelect } from '../ui/field/reference-select.tsx';
import { Segments } from '../ui/field/segments.tsx';
import { MultiSelect, Select, TagsInput } from '../ui/field/selects.tsx';
import type { FieldsOf } from '../ui/form/object-drawer-props.ts';
import { scheduleText } from './schedule-labels.ts';
import type { ScheduleValues } from './schedule-values.ts';

type Report = ScheduleValues['report'];
type Form = FieldsOf<ScheduleValues>;

const zones = Intl.supportedValuesOf('timeZone');
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: minuteText(hour * 60) }));
const brands = brandChoices();
const filters = [
  { field: 'campaignId', label: 'report.label.campaigns', source: campaignChoices },
  { field: 'bookingId', label: 'report.label.bookings', source: bookingChoices },
  { field: 'brandId', label: 'report.label.brands', source: brands },
] as const;

/** The fields of a schedule: report, timing and recipients. */
export function ScheduleFields({ draft, error, isNew }: Form) {
  const { values, set } = draft;
  return (
    <>
      <DraftTextField
        draft={draft}
        error={error}
        name="name"
        label={t('common.label.name')}
        description={t('report.hint.name')}
        required
        data-autofocus
        maxLength={255}
      />
      <ReportFields draft={draft} error={error} isNew={isNew} />
      <TimingFields draft={draft} error={error} isNew={isNew} />
      <RecipientFields draft={draft} error={error} isNew={isNew} />
      <Switch
        label={t('common.label.active')}
        description={t('report.hint.active')}
        checked={values.active}
        onChange={(event) => set('active', event.currentTarget.checked)}
      />
    </>
  );
}

function ReportFields({ draft, error }: Form) {
  const { report } = draft.values;
  const spendLabel = useSpendLabel();
  const change = (changes: Partial<Report>) => draft.set('report', { ...report, ...changes });
  const list = (
    field: (typeof filters)[number]['field'] | RequestDimension | 'metrics',
    chosen: readonly unknown[],
  ) => {
    const { [field]: _, ...others } = report;
    draft.set('report', (chosen.length === 0 ? others : { ...others, [field]: [...chosen] }) as Report);
  };
  const needsKey = report.groupBy.includes('keyValue') || report.keyValue !== undefined;
  return (
    <>
      <Select
        label={t('report.label.period')}
        description={t('report.hint.period')}
        data={scheduledPeriods.map((value) => ({ value, label: t(`report.period.${value}`) }))}
        value={report.period}
        onChange={(period) => period !== null && change({ period: period as Report['period'] })}
        allowDeselect={false}
      />
      <MultiSelect
        label={t('report.label.groupBy')}
        required
        data={dimensions.map((value) => ({ value, label: t(`labels.reportDimension.${value}`) }))}
        value={[...report.groupBy]}
        onChange={(groupBy) => change({ groupBy: groupBy as Dimension[] })}
        error={fieldError(error, 'report')}
      />
      {needsKey && (
        <TextInput
          label={t('report.label.key')}
          description={t('report.hint.key')}
          required
          value={report.key ?? ''}
          onChange={({ currentTarget }) => change({ key: currentTarget.value })}
        />
      )}
      <MultiSelect
        label={t('report.label.metrics')}
        placeholder={report.metrics === undefined ? t('report.label.all') : ''}
        data={(Object.keys(metrics) as ReportMetric[]).map((value) => ({
          value,
          label: metricText(value, spendLabel),
        }))}
        value={[...(report.metrics ?? [])]}
        onChange={(chosen) => list('metrics', chosen)}
      />
      {filters.map(({ field, label, source }) => (
        <ReferenceMultiSelect
          key={field}
          label={t(label)}
          placeholder={(report[field] ?? []).length === 0 ? t('report.label.all') : ''}
          source={source}
          value={report[field] ?? []}
          onChange={(ids) => list(field, ids)}
        />
      ))}
      {requestDimensions
        .filter((dimension) => report[dimension] !== undefined)
        .map((dimension) => (
          <FactFilter
            key={dimension}
            dimension={dimension}
            value={report[dimension] ?? []}
            offered={[]}
            onChange={(values) => list(dimension, values)}
          />
        ))}
    </>
  );
}

function TimingFields({ draft, error }: Form) {
  const { values, set } = draft;
  const choose = (cadence: ScheduleValues['cadence']) => {
    set('cadence', cadence);
    set('weekday', cadence === 'weekly' ? (values.weekday ?? 'mon') : null);
    set('monthDay', cadence === 'monthly' ? (values.monthDay ?? 1) : null);
  };
  return (
    <>
      <Segments
        aria-label={t('report.label.frequency')}
        data={reportCadences.map((value) => ({ value, label: t(`report.cadence.${value}`) }))}
        value={values.cadence}
        onChange={(cadence) => choose(cadence as ScheduleValues['cadence'])}
        size="xs"
        fullWidth
      />
      <Group gap="sm" align="flex-start" grow>
        {values.cadence === 'weekly' && (
          <Select
            label={t('report.label.weekday')}
            data={weekdays.map((day) => ({ value: day, label: t(`labels.weekdayName.${day}`) }))}
            value={values.weekday}
            onChange={(day) => set('weekday', day as ScheduleValues['weekday'])}
            allowDeselect={false}
            error={fieldError(error, 'weekday')}
          />
        )}
        {values.cadence === 'monthly' && (
          <NumberInput
            label={t('report.label.dayOfMonth')}
            min={1}
            max={31}
            allowDecimal={false}
            value={values.monthDay ?? 1}
            onChange={(day) => set('monthDay', Math.min(31, Math.max(1, Number(day))))}
            error={fieldError(error, 'monthDay')}
          />
        )}
        <Select
          label={t('report.label.time')}
          data={hours}
          value={String(values.hour)}
          onChange={(hour) => hour !== null && set('hour', Number(hour))}
          allowDeselect={false}
        />
      </Group>
      <Select
        label={t('report.label.timeZone')}
        data={zones.includes(values.timeZone) ? zones : [values.timeZone, ...zones]}
        searchable
        limit={60}
        value={values.timeZone}
        onChange={(zone) => zone !== null && set('timeZone', zone)}
        allowDeselect={false}
        error={fieldError(error, 'timeZone')}
      />
      <Text fz="xs" c="dimmed" aria-live="polite">
        {scheduleText(values)}
      </Text>
    </>
  );
}

function RecipientFields({ draft, error }: Form) {
  const me = useMe();
  const { values, set } = draft;
  return (
    <>
      <Segments
        aria-label={t('report.label.fileFormat')}
        data={(['xlsx', 'csv'] as const).map((value) => ({ value, label: t(`report.fileFormat.${value}`) }))}
        value={values.format}
        onChange={(format) => set('format', format as ScheduleValues['format'])}
        size="xs"
      />
      {me.mailFrom === null ? (
        <Alert color="gray" title={t('report.title.noEmail')}>
          {t(me.reach === 'everything' ? 'report.text.noEmailWebhooks' : 'report.text.noEmail')}
        </Alert>
      ) : (
        <TagsInput
          label={t('report.label.recipients')}
          description={t(me.reach === 'everything' ? 'report.hint.recipients' : 'report.hint.ownAddress')}
          value={[...values.recipients]}
          onChange={(recipients) => set('recipients', recipients)}
          splitChars={[',', ' ', ';']}
          acceptValueOnBlur
          error={fieldError(error, 'recipients')}
        />
      )}
      {me.reach === 'everything' && (
        <Switch
          label={t('report.label.notifyWebhooks')}
          description={t('report.hint.notifyWebhooks')}
          checked={values.tellsWebhooks}
          onChange={(event) => set('tellsWebhooks', event.currentTarget.checked)}
        />
      )}
    </>
  );
}
