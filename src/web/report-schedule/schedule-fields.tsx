import {
  Alert,
  Group,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  Switch,
  TagsInput,
  Text,
} from '@mantine/core';
import { weekdays } from '../../core/words/statuses.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { bookingChoices } from '../booking/model/booking-choices.ts';
import { campaignChoices } from '../campaign/campaign-choices.ts';
import { brandChoices } from '../media-partner/partner-choices.ts';
import { type Dimension, dimensionLabels } from '../report/report-labels.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ReferenceMultiSelect } from '../ui/field/reference-select.tsx';
import type { FieldsOf } from '../ui/form/object-drawer-props.ts';
import { cadenceLabels, capPeriodLabels, dayNames, scheduleText } from './schedule-labels.ts';
import type { ScheduleValues } from './schedule-values.ts';

type Report = ScheduleValues['report'];
type Form = FieldsOf<ScheduleValues>;

const zones = Intl.supportedValuesOf('timeZone');
const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const brands = brandChoices();
const lookedFor = [
  { field: 'campaignId', label: 'Campaigns', source: campaignChoices },
  { field: 'bookingId', label: 'Bookings', source: bookingChoices },
  { field: 'brandId', label: 'Brands', source: brands },
] as const;

/** What a person writes of a schedule: which report, when, and to whom. */
export function ScheduleFields({ draft, error, isNew }: Form) {
  const { values, set } = draft;
  return (
    <>
      <DraftTextField
        draft={draft}
        error={error}
        name="name"
        label="Name"
        description="Also the subject of its mails"
        required
        data-autofocus
        maxLength={255}
      />
      <ReportFields draft={draft} error={error} isNew={isNew} />
      <RhythmFields draft={draft} error={error} isNew={isNew} />
      <TargetFields draft={draft} error={error} isNew={isNew} />
      <Switch
        label="Active"
        description="Off: it pauses"
        checked={values.active}
        onChange={(event) => set('active', event.currentTarget.checked)}
      />
    </>
  );
}

function ReportFields({ draft, error }: Form) {
  const { report } = draft.values;
  const change = (changes: Partial<Report>) => draft.set('report', { ...report, ...changes });
  const only = (field: (typeof lookedFor)[number]['field'], ids: readonly number[]) => {
    const { [field]: _, ...others } = report;
    draft.set('report', ids.length === 0 ? others : { ...others, [field]: [...ids] });
  };
  return (
    <>
      <Select
        label="Days"
        description="Seen from the day on which it is made"
        data={optionsOf(capPeriodLabels)}
        value={report.period}
        onChange={(period) => period !== null && change({ period: period as Report['period'] })}
        allowDeselect={false}
      />
      <MultiSelect
        label="By"
        required
        data={optionsOf(dimensionLabels)}
        value={[...report.groupBy]}
        onChange={(groupBy) => change({ groupBy: groupBy as Dimension[] })}
        error={fieldError(error, 'report')}
      />
      {lookedFor.map(({ field, label, source }) => (
        <ReferenceMultiSelect
          key={field}
          label={label}
          placeholder={(report[field] ?? []).length === 0 ? 'All' : ''}
          source={source}
          value={report[field] ?? []}
          onChange={(ids) => only(field, ids)}
        />
      ))}
    </>
  );
}

function RhythmFields({ draft, error }: Form) {
  const { values, set } = draft;
  const choose = (cadence: ScheduleValues['cadence']) => {
    set('cadence', cadence);
    set('weekday', cadence === 'weekly' ? (values.weekday ?? 'mon') : null);
    set('monthDay', cadence === 'monthly' ? (values.monthDay ?? 1) : null);
  };
  return (
    <>
      <SegmentedControl
        aria-label="How often"
        data={optionsOf(cadenceLabels)}
        value={values.cadence}
        onChange={(cadence) => choose(cadence as ScheduleValues['cadence'])}
        size="xs"
        fullWidth
      />
      <Group gap="sm" align="flex-start" grow>
        {values.cadence === 'weekly' && (
          <Select
            label="On"
            data={weekdays.map((day) => ({ value: day, label: dayNames[day] }))}
            value={values.weekday}
            onChange={(day) => set('weekday', day as ScheduleValues['weekday'])}
            allowDeselect={false}
            error={fieldError(error, 'weekday')}
          />
        )}
        {values.cadence === 'monthly' && (
          <NumberInput
            label="On day"
            min={1}
            max={31}
            allowDecimal={false}
            value={values.monthDay ?? 1}
            onChange={(day) => set('monthDay', Math.min(31, Math.max(1, Number(day))))}
            error={fieldError(error, 'monthDay')}
          />
        )}
        <Select
          label="At"
          data={hours}
          value={String(values.hour)}
          onChange={(hour) => hour !== null && set('hour', Number(hour))}
          allowDeselect={false}
        />
      </Group>
      <Select
        label="By the clock of"
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

function TargetFields({ draft, error }: Form) {
  const me = useMe();
  const { values, set } = draft;
  return (
    <>
      <SegmentedControl
        aria-label="File"
        data={[
          { value: 'xlsx', label: 'Excel' },
          { value: 'csv', label: 'CSV' },
        ]}
        value={values.format}
        onChange={(format) => set('format', format as ScheduleValues['format'])}
        size="xs"
      />
      {me.mailFrom === null ? (
        <Alert color="gray" title="No e-mail from here">
          Whoever runs this server has not set a mail server yet (PLACARD_SMTP_URL).{' '}
          {me.reach === 'everything' ? 'Webhooks can be told.' : 'So a schedule has nobody to send to yet.'}
        </Alert>
      ) : (
        <TagsInput
          label="Mailed to"
          description={me.reach === 'everything' ? 'Addresses; Enter after each' : 'Your own address'}
          value={[...values.recipients]}
          onChange={(recipients) => set('recipients', recipients)}
          splitChars={[',', ' ', ';']}
          acceptValueOnBlur
          error={fieldError(error, 'recipients')}
        />
      )}
      {me.reach === 'everything' && (
        <Switch
          label="Tell webhooks"
          description="Event report.ready, with a link to the file for seven days"
          checked={values.tellsWebhooks}
          onChange={(event) => set('tellsWebhooks', event.currentTarget.checked)}
        />
      )}
    </>
  );
}
