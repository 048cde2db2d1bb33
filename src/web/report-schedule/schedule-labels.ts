import type { ReportRun, ReportSchedule } from '../../client/generated/types.gen.ts';
import { minuteText } from '../../core/time/local-time.ts';
import { t } from '../i18n/t.ts';
import { conjunctionText } from '../labels/figures.ts';
import type { Tone } from '../labels/status-labels.ts';

type StatusLabel = { readonly text: string; readonly tone: Tone; readonly hint: string };

const runTones: Readonly<Record<ReportRun['status'], Tone>> = { pending: 'busy', sent: 'good', failed: 'bad' };

/** The status of a run. */
export function runStatusLabel(status: ReportRun['status']): StatusLabel {
  const [text, hint] = [t(`report.runStatus.${status}`), t(`report.runStatusHint.${status}`)];
  return { text, tone: runTones[status], hint };
}

const scheduleTones = {
  archived: 'quiet',
  stopped: 'bad',
  paused: 'waiting',
  failing: 'bad',
  active: 'good',
} as const satisfies Readonly<Record<string, Tone>>;

/** The status of a schedule. */
export function scheduleStatus(schedule: ReportSchedule): StatusLabel {
  const status = statusOf(schedule);
  const problem = status === 'failing' ? schedule.lastRun?.problem : null;
  return {
    text: t(`report.scheduleStatus.${status}`),
    tone: scheduleTones[status],
    hint: problem ?? t(`report.scheduleStatusHint.${status}`),
  };
}

function statusOf({ active, archivedAt, stoppedReason, lastRun }: ReportSchedule): keyof typeof scheduleTones {
  if (archivedAt !== null) return 'archived';
  if (stoppedReason !== null) return 'stopped';
  if (!active) return 'paused';
  return lastRun?.status === 'failed' ? 'failing' : 'active';
}

type Timing = Pick<ReportSchedule, 'cadence' | 'hour' | 'weekday' | 'monthDay' | 'timeZone'>;

/**
 * When a schedule runs.
 * @example `Every Monday at 06:00 (Europe/Brussels)`
 */
export function scheduleText({ cadence, hour, weekday, monthDay, timeZone }: Timing): string {
  const time = minuteText(hour * 60);
  if (cadence === 'weekly')
    return t('report.text.weekly', { weekday: t(`labels.weekdayName.${weekday ?? 'mon'}`), time, timeZone });
  if (cadence === 'monthly') return t('report.text.monthly', { day: monthDay ?? 1, time, timeZone });
  return t('report.text.daily', { time, timeZone });
}

/** The report of a schedule: `Last 7 days, grouped by Campaign and Day`. */
export function reportText({ period, groupBy }: ReportSchedule['report']): string {
  const labels = groupBy.map((dimension) => t(`labels.reportDimension.${dimension}`));
  return t('report.text.description', { period: t(`report.period.${period}`), dimensions: conjunctionText(labels) });
}

/** The recipients: `maya@aurora.example, 2 more and webhooks`. */
export function recipientsText({
  recipients,
  tellsWebhooks,
}: Pick<ReportSchedule, 'recipients' | 'tellsWebhooks'>): string {
  const rest = recipients.length - 1;
  const items = [
    ...recipients.slice(0, 1),
    ...(rest > 0 ? [t('common.text.itemsMore', { count: rest })] : []),
    ...(tellsWebhooks ? [t('report.label.webhooks')] : []),
  ];
  return items.length === 0 ? t('report.text.noRecipients') : conjunctionText(items);
}
