import { z } from 'zod';
import { reportCadences, reportPeriods } from '../../core/time/report-times.ts';
import { maxReportRecipients } from '../../core/words/limits.ts';
import { weekdays } from '../../core/words/statuses.ts';
import { commonView, externalIdSchema, idSchema, nameSchema, pageQuery } from '../common/common.ts';
import { fieldMessage } from '../common/field-message.ts';
import { timeZoneSchema } from '../inventory/inventory.ts';
import { reportDimensions } from './report.ts';

/** Ids of one kind in one report, as in the query of a report. */
const maxIds = 100;
const lastHour = 23;
const longestMonth = 31;
const instantExample = '2026-11-22T05:00:00.000Z';

function idsOf(what: string) {
  return z
    .array(idSchema(what))
    .min(1)
    .max(maxIds)
    .optional()
    .meta({ description: `Only these ${what}`, example: [12] });
}

const scheduledReport = z
  .strictObject({
    period: z.enum(reportPeriods).meta({
      description:
        'What it is about, seen from the day on which it is made; `last_week` begins on a Monday, and `month_to_date` ends with ' +
        'yesterday',
      example: 'last_7_days',
    }),
    groupBy: z
      .array(z.enum(reportDimensions))
      .min(1)
      .max(reportDimensions.length)
      .default(['campaign', 'day'])
      .meta({ description: 'Dimensions of the rows, as in `GET /reports`', example: ['campaign', 'day'] }),
    campaignId: idsOf('campaigns'),
    bookingId: idsOf('bookings'),
    creativeId: idsOf('creatives'),
    positionId: idsOf('positions'),
    locationId: idsOf('locations'),
    publicationId: idsOf('publications'),
    publisherId: idsOf('publishers of the publication'),
    brandId: idsOf('brands of the creative'),
    mediaPartnerId: idsOf('media partners that advertise'),
  })
  .meta({
    id: 'ScheduledReport',
    description: 'Which report: the query of `GET /reports`, of a time that moves along',
  });
/** Which report is made by schedule. */
export type ScheduledReport = z.output<typeof scheduledReport>;

const fields = {
  report: scheduledReport,
  timeZone: timeZoneSchema.meta({
    description: 'IANA time zone by which it is due and which day it is',
    example: 'Europe/Amsterdam',
  }),
  cadence: z.enum(reportCadences).meta({ description: 'How often it is made', example: 'weekly' }),
  hour: z.int().min(0).max(lastHour).meta({ description: 'From which hour on, by that clock', example: 6 }),
  weekday: z.enum(weekdays).nullish().meta({ description: 'On which day, when `weekly`', example: 'mon' }),
  monthDay: z
    .int()
    .min(1)
    .max(longestMonth)
    .nullish()
    .meta({ description: 'On which day, when `monthly`; in shorter months on their last', example: 1 }),
  format: z.enum(['csv', 'xlsx']).meta({ description: 'The file that is made', example: 'xlsx' }),
  recipients: z
    .array(z.email({ error: fieldMessage('email') }).max(254))
    .max(maxReportRecipients, { error: fieldMessage('maxEntries', { count: maxReportRecipients }) })
    .default([])
    .meta({
      description:
        'Who gets it by e-mail. Callers who see everything name whom they like, others themselves alone. Needs a mail server ' +
        '(`mailFrom` of `GET /me`)',
      example: ['maya@aurora.example'],
    }),
  tellsWebhooks: z.boolean().default(false).meta({
    description:
      'Whether webhooks are told by `report.ready`, with a link to the file; only for callers who see everything',
    example: false,
  }),
  active: z.boolean().default(true).meta({ description: 'Whether it is made; false: it pauses', example: true }),
};

/** Creates or replaces a schedule. Source: docs/decisions/0081-report-schedules.md. */
export const reportScheduleBody = z
  .strictObject({ name: nameSchema.meta({ example: 'Weekly figures' }), externalId: externalIdSchema, ...fields })
  .refine(({ recipients, tellsWebhooks }) => recipients.length > 0 || tellsWebhooks, {
    path: ['recipients'],
    error: fieldMessage('recipients'),
  })
  .refine(({ cadence, weekday }) => cadence !== 'weekly' || (weekday ?? null) !== null, {
    path: ['weekday'],
    error: fieldMessage('requiredWeekly'),
  })
  .refine(({ cadence, monthDay }) => cadence !== 'monthly' || (monthDay ?? null) !== null, {
    path: ['monthDay'],
    error: fieldMessage('requiredMonthly'),
  })
  .meta({ id: 'ReportScheduleBody' });
/** A valid `reportScheduleBody`. */
export type ReportScheduleBody = z.output<typeof reportScheduleBody>;

/** How far one report of a schedule is. */
export const reportRunStatuses = ['pending', 'sent', 'failed'] as const;

/** One report that was made by schedule, or by hand, and what came of it. */
export const reportRunView = z
  .strictObject({
    id: z.number().meta({ description: 'Id', example: 12 }),
    scheduleId: z.number().meta({ description: 'Schedule', example: 12 }),
    dueAt: z.string().meta({ description: 'When it was due: RFC 3339, UTC', example: instantExample }),
    isManual: z.boolean().meta({ description: 'Asked for by hand', example: false }),
    status: z.enum(reportRunStatuses).meta({
      description: '`sent`: everybody was told who could be; `failed`: given up, `problem` says why',
      example: 'sent',
    }),
    from: z.string().meta({ description: 'First day that is included', example: '2026-11-15' }),
    to: z.string().meta({ description: 'Day before which it ends', example: '2026-11-22' }),
    rows: z.number().nullable().meta({ description: 'Rows that it had; null: not made yet', example: 120 }),
    final: z.boolean().nullable().meta({ description: 'Whether no later event can change them', example: false }),
    mailedTo: z.array(z.string()).meta({ description: 'Whose mail server took it', example: ['maya@aurora.example'] }),
    problem: z.string().nullable().meta({ description: 'What went wrong, last', example: null }),
    nextAttemptAt: z.string().nullable().meta({ description: 'When it is tried next; null: it is not', example: null }),
    finishedAt: z.string().nullable().meta({ description: 'When it was sent or given up', example: instantExample }),
    downloadUrl: z.string().nullable().meta({
      description: 'The file, for whoever has this link; null: not made, or the link has ended',
      example: 'https://ads.example/report-files/MTczMjI1.aBcD',
    }),
    downloadUntil: z
      .string()
      .nullable()
      .meta({ description: 'When the link ends', example: '2026-11-29T05:00:00.000Z' }),
  })
  .meta({ id: 'ReportRun' });
/** An object of `reportRunView`. */
export type ReportRunView = z.output<typeof reportRunView>;

/** A schedule as its owner reads it. */
export const reportScheduleView = z
  .strictObject({
    ...commonView,
    ...fields,
    weekday: z.enum(weekdays).nullable().meta({ description: 'Of `weekly`', example: 'mon' }),
    monthDay: z.number().nullable().meta({ description: 'Of `monthly`', example: null }),
    recipients: z.array(z.string()).meta({ description: 'Who gets it by e-mail', example: ['maya@aurora.example'] }),
    owner: z.string().meta({ description: 'With whose rights it is made: who made it', example: 'user:12' }),
    nextRunAt: z
      .string()
      .nullable()
      .meta({ description: 'When it is due next; null: it pauses', example: instantExample }),
    stoppedReason: z.enum(['owner_may_not']).nullable().meta({
      description: 'Why it was switched off; `owner_may_not`: its owner is gone or may read no reports any more',
      example: null,
    }),
    lastRun: reportRunView.nullable().meta({ description: 'The newest run; null: there was none yet' }),
  })
  .meta({ id: 'ReportSchedule' });
/** An object of `reportScheduleView`. */
export type ReportScheduleView = z.output<typeof reportScheduleView>;

/** Page of `GET /report-schedules/{id}/runs`, newest first. */
export const reportRunsQuery = z.strictObject(pageQuery());
/** A valid `reportRunsQuery`. */
export type ReportRunsQuery = z.output<typeof reportRunsQuery>;
