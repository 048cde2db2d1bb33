import { dayMs } from '../../core/time/durations.ts';
import type { MadeReport } from '../../management/resources/report-schedule/make-report.ts';
import type { StoredRun, StoredSchedule } from '../../management/resources/report-schedule/report-run.ts';
import { formatTags, type Locale } from '../../messages/locales.ts';
import type { Translate } from '../../messages/translate.ts';
import { translatorOf } from '../../messages/translator.ts';
import type { Mail } from '../../platform/outgoing/mailer.ts';

/** Builds the mail of a report in the language of its recipient. */
export function reportMail(
  of: {
    readonly run: StoredRun;
    readonly schedule: StoredSchedule;
    readonly made: MadeReport;
    readonly link: { readonly url: string; readonly until: Date };
    readonly to: string;
    readonly locale: Locale;
    readonly senderName: string | null;
    /** URL of management. */
    readonly from: string;
  },
  maxAttachmentBytes: number,
): Mail {
  const { run, schedule, made, link, to, locale, senderName } = of;
  const { file, report } = made;
  const t = translatorOf(locale);
  const isAttached = file.content.length <= maxAttachmentBytes;
  const subject = t('email.label.reportSubject', { name: schedule.name, period: periodText(run, locale, t) });
  const { impressions, clicks } = report.totals;
  const lines = [
    subject,
    '',
    t('email.text.reportCounts', { rows: report.rows.length, impressions, clicks }),
    countedText(made, locale, t),
    '',
    t(isAttached ? 'email.text.attached' : 'email.text.download'),
    link.url,
    '',
    t('email.text.manageSchedule', { cadence: schedule.cadence }),
    `${of.from}/reports/schedules`,
    '',
  ];
  return {
    to,
    senderName,
    subject,
    text: lines.join('\n'),
    messageId: `<report-run-${run.id}.${Buffer.from(to.toLowerCase()).toString('hex')}@${new URL(of.from).hostname}>`,
    attachment: isAttached ? file : null,
  };
}

function countedText({ report: { asOf, final } }: MadeReport, locale: Locale, t: Translate): string {
  if (asOf === null) return t('email.text.nothingCounted');
  const format = new Intl.DateTimeFormat(formatTags[locale], {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: 'UTC',
  });
  const time = format.format(new Date(asOf));
  return final ? t('email.text.countedUntil', { time }) : t('email.text.countedUntilOpen', { time });
}

/** `21 Nov 2026`, or `15 Nov 2026 to 21 Nov 2026`, both days inclusive. */
function periodText({ fromDay, toDay }: StoredRun, locale: Locale, t: Translate): string {
  const format = new Intl.DateTimeFormat(formatTags[locale], { dateStyle: 'medium', timeZone: 'UTC' });
  const [firstMs, lastMs] = [Date.parse(`${fromDay}T00:00:00Z`), Date.parse(`${toDay}T00:00:00Z`) - dayMs];
  if (firstMs === lastMs) return format.format(firstMs);
  return t('email.label.dayRange', { from: format.format(firstMs), to: format.format(lastMs) });
}
