import { dayMs } from '../../core/time/durations.ts';
import type { MadeReport } from '../../management/resources/report-schedule/make-report.ts';
import type { StoredRun, StoredSchedule } from '../../management/resources/report-schedule/report-run.ts';
import type { Mail } from '../../platform/outgoing/mailer.ts';

/** What a mail with a report says. */
export function reportMail(
  of: {
    readonly run: StoredRun;
    readonly schedule: StoredSchedule;
    readonly made: MadeReport;
    readonly link: { readonly url: string; readonly until: Date };
    readonly to: string;
    /** Address of management. */
    readonly from: string;
  },
  maxAttachmentBytes: number,
): Mail {
  const { run, schedule, made, link, to } = of;
  const { file, report } = made;
  const isAttached = file.content.length <= maxAttachmentBytes;
  const { impressions, clicks } = report.totals;
  const lines = [
    `${schedule.name}: ${daysText(run)}.`,
    '',
    `${count(report.rows.length)} rows, ${count(impressions)} impressions, ${count(clicks)} clicks.`,
    report.asOf === null
      ? 'Nothing was counted yet.'
      : `Every event up to ${report.asOf} is counted.${report.final ? '' : ' Late events may still come.'}`,
    '',
    isAttached ? `The file is attached. For seven days it is also here:` : 'The file is here for seven days:',
    link.url,
    '',
    `This report is made ${cadenceText[schedule.cadence] ?? ''}. Whoever made the schedule changes or ends it at`,
    `${of.from}/reports/schedules`,
    '',
  ];
  return {
    to,
    subject: `${schedule.name}, ${daysText(run)}`,
    text: lines.join('\n'),
    messageId: `<report-run-${run.id}.${Buffer.from(to.toLowerCase()).toString('hex')}@${new URL(of.from).hostname}>`,
    attachment: isAttached ? file : null,
  };
}

const cadenceText: Readonly<Record<string, string>> = { daily: 'daily', weekly: 'weekly', monthly: 'monthly' };

/** `2026-11-21`, or `2026-11-15 to 2026-11-21`: both days included, as people say it. */
function daysText({ fromDay, toDay }: StoredRun): string {
  const last = new Date(Date.parse(`${toDay}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);
  return fromDay === last ? fromDay : `${fromDay} to ${last}`;
}

function count(value: number): string {
  return value.toLocaleString('en');
}
