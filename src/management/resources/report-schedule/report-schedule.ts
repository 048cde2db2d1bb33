/*
 * Scheduled reports.
 *
 * - `report-schedule.ts`: the resource. `run-routes.ts`: past runs, and a run on request.
 * - `make-report.ts`, `report-run.ts`: one run. `report-link.ts`, `report-file-route.ts`: download links.
 *
 * `worker/reports` starts due runs and sends them.
 */

import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import {
  type ReportScheduleBody,
  type ReportScheduleView,
  reportScheduleBody,
  reportScheduleView,
  type ScheduledReport,
} from '../../../contract/insight/report-schedule.ts';
import { reportScheduleType } from '../../../contract/resource-types/report-schedule.ts';
import { localClock } from '../../../core/time/local-time.ts';
import { nextReportTime } from '../../../core/time/report-times.ts';
import { maxReportSchedules } from '../../../core/vocabulary/limits/report-limits.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { booleanFilter, textFilter } from '../../api/resource/list-filters.ts';
import { registerOwnedResource } from '../../api/resource/register-owned.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { invalidField } from '../../records/domain-error.ts';
import { requireOwnerQuota } from '../../records/owner-rules.ts';
import { commonFields, type Resource, type WriteContext } from '../../records/resource.ts';
import { createReportLinks, type ReportLinks } from './report-link.ts';
import { presentRun, queueRun, readLastRuns, rhythmOf, type StoredSchedule } from './report-run.ts';
import { addReportRuns } from './run-routes.ts';

type ScheduleResource = Resource<'reportSchedule', typeof reportScheduleBody, z.output<typeof reportScheduleView>>;

/**
 * Registers `/report-schedules`: scheduled reports that are made and sent. Callers see only their own schedules, and
 * reports contain only data that the owner may see. Source: docs/decisions/0081-report-schedules.md.
 */
export function registerReportScheduleRoutes(app: FastifyInstance, services: ManagementServices): void {
  const nowMs = services.nowMs ?? Date.now;
  const links = createReportLinks({ secret: services.secret, publicUrl: services.config.publicUrl });
  const resource = scheduleResource(services, { links, nowMs });
  registerOwnedResource(app, services, resource, {
    sharedWith: 'none',
    listSummary: 'List report schedules of the caller',
    others: (own) => addReportRuns(own, services, { links, nowMs }),
  });
}

type Times = { readonly links: ReportLinks; readonly nowMs: () => number };

function scheduleResource({ config }: ManagementServices, { links, nowMs }: Times): ScheduleResource {
  return {
    ...reportScheduleType,
    table: 'reportSchedule',
    body: reportScheduleBody,
    view: reportScheduleView,
    async present(rows, database) {
      const lastRuns = await readLastRuns(
        database,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => {
        const run = lastRuns.get(row.id);
        return present(row, run === undefined ? null : presentRun(run, { links, nowMs: nowMs() }));
      });
    },
    async columns(body, write) {
      if (write.current === null) {
        const detail = detailMessage('maxSchedules', { count: maxReportSchedules });
        await requireOwnerQuota(write, 'reportSchedule', { most: maxReportSchedules, detail });
      }
      await requireAllowed(body, write, config.mail !== null);
      const rhythm = { cadence: body.cadence, hour: body.hour, weekday: body.weekday, monthDay: body.monthDay };
      const next = await nextTime(write, { ...normal(rhythm), timeZone: body.timeZone }, nowMs());
      return {
        name: body.name,
        externalId: body.externalId ?? null,
        owner: write.current?.owner ?? write.caller.actor,
        report: JSON.stringify(body.report),
        timeZone: body.timeZone,
        ...normal(rhythm),
        format: body.format,
        recipients: distinct(body.recipients),
        tellsWebhooks: body.tellsWebhooks,
        active: body.active,
        nextRunAt: body.active ? new Date(next) : null,
        ...(body.active ? { stoppedReason: null } : {}),
      };
    },
    async afterArchive(id, { transaction }) {
      await sql`
        update report_run set status = 'failed', problem = 'the schedule was archived', finished_at = clock_timestamp()
        where report_run.schedule_id = ${id} and report_run.status = 'pending'
      `.execute(transaction);
    },
    filters: {
      active: booleanFilter('reportSchedule.active', 'Whether the schedule is active'),
      externalId: textFilter('reportSchedule.externalId', 'External id'),
    },
    computedFields: ['nextRunAt', 'lastRun'],
  };
}

function present(row: StoredSchedule, lastRun: ReportScheduleView['lastRun']): ReportScheduleView {
  return {
    ...commonFields(row),
    report: row.report as ScheduledReport,
    timeZone: row.timeZone,
    cadence: row.cadence as ReportScheduleView['cadence'],
    hour: row.hour,
    weekday: row.weekday as ReportScheduleView['weekday'],
    monthDay: row.monthDay,
    format: row.format as ReportScheduleView['format'],
    recipients: row.recipients,
    tellsWebhooks: row.tellsWebhooks,
    active: row.active,
    owner: row.owner,
    nextRunAt: row.active && row.archivedAt === null ? (row.nextRunAt?.toISOString() ?? null) : null,
    stoppedReason: row.stoppedReason as ReportScheduleView['stoppedReason'],
    lastRun,
  };
}

/**
 * Returns the next due time after a change. It stays the same unless the schedule's times change or it was paused. A
 * report that is already due is made with the old settings.
 */
async function nextTime(
  { current, transaction }: WriteContext<'reportSchedule'>,
  rhythm: ReturnType<typeof normal> & { readonly timeZone: string },
  nowMs: number,
): Promise<number> {
  const dueMs = current?.active === true ? (current.nextRunAt?.getTime() ?? null) : null;
  const isKept = Object.entries(rhythm).every(([name, value]) => current?.[name as keyof typeof rhythm] === value);
  const keptMs =
    current !== null && dueMs !== null && dueMs <= nowMs ? await queueRun(transaction, current, nowMs) : dueMs;
  return isKept && keptMs !== null ? keptMs : nextReportTime(rhythmOf(rhythm), localClock(rhythm.timeZone), nowMs);
}

/** Removes fields that the cadence does not use. */
function normal({
  cadence,
  hour,
  weekday,
  monthDay,
}: Pick<ReportScheduleBody, 'cadence' | 'hour' | 'weekday' | 'monthDay'>) {
  return {
    cadence,
    hour,
    weekday: cadence === 'weekly' ? (weekday ?? null) : null,
    monthDay: cadence === 'monthly' ? (monthDay ?? null) : null,
  };
}

/** Removes duplicate addresses, ignoring case. */
function distinct(recipients: readonly string[]): string[] {
  return [...new Map(recipients.map((address) => [address.toLowerCase(), address])).values()];
}

/** Restricts recipients: callers who see only a part of the data may send reports only to themselves. */
async function requireAllowed(
  { recipients, tellsWebhooks }: ReportScheduleBody,
  { caller, transaction, current }: WriteContext<'reportSchedule'>,
  sendsMail: boolean,
): Promise<void> {
  const added = recipients.filter((address) => !current?.recipients.includes(address));
  if (added.length > 0 && !sendsMail) {
    const message = fieldMessage('noMailServer');
    throw invalidField('/recipients', 'no_mail_server', message);
  }
  if (caller.reach === 'everything') return;
  if (tellsWebhooks) throw invalidField('/tellsWebhooks', 'not_permitted', fieldMessage('fullReachOnly'));
  const own = await emailOf(transaction, caller.id);
  if (recipients.some((address) => address.toLowerCase() !== own?.toLowerCase())) {
    throw invalidField('/recipients', 'not_permitted', fieldMessage('ownAddressOnly', { address: own ?? '' }));
  }
}

/** Returns the email address of a user. */
export async function emailOf(database: Kysely<Database>, userId: number): Promise<string | null> {
  const row = await database
    .selectFrom('userAccount')
    .select('userAccount.email')
    .where('userAccount.id', '=', userId)
    .executeTakeFirst();
  return row?.email ?? null;
}
