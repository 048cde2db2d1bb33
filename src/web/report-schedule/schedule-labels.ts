import type { ReportRun, ReportSchedule } from '../../client/generated/types.gen.ts';
import type { Weekday } from '../../core/words/statuses.ts';
import type { Tone } from '../labels/status-labels.ts';
import { dimensionLabels } from '../report/report-labels.ts';

type Words = { readonly text: string; readonly tone: Tone; readonly means: string };
type Period = ReportSchedule['report']['period'];

/** Which days a scheduled report is about, in words. */
export const capPeriodLabels: Readonly<Record<Period, string>> = {
  yesterday: 'Yesterday',
  last_7_days: 'The last 7 days',
  last_30_days: 'The last 30 days',
  last_week: 'Last week, Monday to Sunday',
  last_month: 'Last month',
  month_to_date: 'This month until yesterday',
};

/** How often it is made, in words. */
export const cadenceLabels: Readonly<Record<ReportSchedule['cadence'], string>> = {
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
};

/** Days of the week, in full. */
export const dayNames: Readonly<Record<Weekday, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

/** How far a run is, in words. */
export const runStatusLabels: Readonly<Record<ReportRun['status'], Words>> = {
  pending: { text: 'On its way', tone: 'busy', means: 'It is being made, or tried again later.' },
  sent: { text: 'Sent', tone: 'good', means: 'Everybody was told who could be.' },
  failed: { text: 'Failed', tone: 'bad', means: 'Given up.' },
};

/** How a schedule stands. */
export function scheduleStatus({ active, archivedAt, stoppedReason, lastRun }: ReportSchedule): Words {
  if (archivedAt !== null) return { text: 'Archived', tone: 'quiet', means: 'It is made no more.' };
  if (stoppedReason !== null) return { text: 'Stopped', tone: 'bad', means: 'Its owner may read no reports any more.' };
  if (!active) return { text: 'Paused', tone: 'waiting', means: 'Paused by hand.' };
  if (lastRun?.status === 'failed') return { text: 'Failing', tone: 'bad', means: lastRun.problem ?? 'It failed.' };
  return { text: 'Active', tone: 'good', means: 'It is made when it is due.' };
}

type Rhythm = Pick<ReportSchedule, 'cadence' | 'hour' | 'weekday' | 'monthDay' | 'timeZone'>;

/**
 * When it is made, as a sentence.
 * @example `Every Monday at 06:00 (Europe/Brussels)`
 */
export function scheduleText({ cadence, hour, weekday, monthDay, timeZone }: Rhythm): string {
  const time = `at ${String(hour).padStart(2, '0')}:00 (${timeZone})`;
  if (cadence === 'weekly') return `Every ${weekday === null ? 'week' : dayNames[weekday]} ${time}`;
  if (cadence === 'monthly') return `On day ${monthDay ?? 1} of each month ${time}`;
  return `Every day ${time}`;
}

/** What it is about: `The last 7 days by campaign, day`. */
export function reportText({ period, groupBy }: ReportSchedule['report']): string {
  return `${capPeriodLabels[period]} by ${groupBy.map((dimension) => dimensionLabels[dimension].toLowerCase()).join(', ')}`;
}

/** Who is told: `maya@aurora.example and 2 more, webhooks`. */
export function recipientsText({
  recipients,
  tellsWebhooks,
}: Pick<ReportSchedule, 'recipients' | 'tellsWebhooks'>): string {
  const [first, ...more] = recipients;
  const people = first === undefined ? [] : [more.length === 0 ? first : `${first} and ${more.length} more`];
  return [...people, ...(tellsWebhooks ? ['webhooks'] : [])].join(', ') || 'nobody';
}
