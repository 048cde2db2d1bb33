import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { ReportRunView } from '../../../contract/insight/report-schedule.ts';
import { localClock } from '../../../core/time/local-time.ts';
import { nextReportTime, periodDays, type ReportRhythm } from '../../../core/time/report-times.ts';
import { reportRunTtlMs } from '../../../core/vocabulary/limits/report-limits.ts';
import type { Database } from '../../../platform/db/schema.ts';
import type { Row } from '../../records/resource.ts';
import type { ReportLinks } from './report-link.ts';

export type StoredRun = Selectable<Database['reportRun']>;
export type StoredSchedule = Row<'reportSchedule'>;

const schedulesAtOnce = 100;
/** Most missed times that are skipped: more than two years of days. */
const mostMissed = 800;

/** Returns the times at which a schedule is due. */
export function rhythmOf(schedule: Pick<StoredSchedule, 'cadence' | 'hour' | 'weekday' | 'monthDay'>): ReportRhythm {
  return schedule as unknown as ReportRhythm;
}

/**
 * Queues a run for each due schedule, once per time. Of missed times only the last one is run. Concurrent processes
 * share the schedules.
 */
export async function queueDueRuns(database: Kysely<Database>, nowMs: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const due = await transaction
      .selectFrom('reportSchedule')
      .selectAll()
      .where('reportSchedule.active', '=', true)
      .where('reportSchedule.archivedAt', 'is', null)
      .where('reportSchedule.nextRunAt', '<=', new Date(nowMs))
      .orderBy('reportSchedule.nextRunAt')
      .orderBy('reportSchedule.id')
      .limit(schedulesAtOnce)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const schedule of due) {
      const next = await queueRun(transaction, schedule, nowMs);
      // Not a user's change, so the version stays.
      await sql`
        update report_schedule set next_run_at = ${new Date(next)} where report_schedule.id = ${schedule.id}
      `.execute(transaction);
    }
  });
}

/** Queues the run of a due schedule for the last due time. Returns the next due time. */
export async function queueRun(
  transaction: Transaction<Database>,
  schedule: StoredSchedule,
  nowMs: number,
): Promise<number> {
  const { last, next } = timesOf(schedule, nowMs);
  await insertRun(transaction, schedule, { dueAtMs: last, isManual: false, nowMs });
  return next;
}

function timesOf(schedule: StoredSchedule, nowMs: number): { readonly last: number; readonly next: number } {
  const clock = localClock(schedule.timeZone);
  let last = schedule.nextRunAt?.getTime() ?? nowMs;
  for (let count = 0; count < mostMissed; count += 1) {
    const next = nextReportTime(rhythmOf(schedule), clock, last);
    if (next > nowMs) return { last, next };
    last = next;
  }
  return { last, next: nextReportTime(rhythmOf(schedule), clock, nowMs) };
}

/** Inserts a run. Idempotent for the same time. */
export async function insertRun(
  transaction: Transaction<Database>,
  schedule: Pick<StoredSchedule, 'id' | 'report' | 'format' | 'timeZone'>,
  run: { readonly dueAtMs: number; readonly isManual: boolean; readonly nowMs: number },
): Promise<void> {
  const { from, to } = periodDays(schedule.report.period, localClock(schedule.timeZone), run.dueAtMs);
  await transaction
    .insertInto('reportRun')
    .values({
      scheduleId: schedule.id,
      dueAt: new Date(run.dueAtMs),
      isManual: run.isManual,
      report: JSON.stringify(schedule.report),
      format: schedule.format,
      fromDay: from,
      toDay: to,
      nextAttemptAt: new Date(run.nowMs),
    })
    .onConflict((conflict) => conflict.columns(['scheduleId', 'dueAt']).doNothing())
    .execute();
}

/** Returns the runs of a schedule, newest first. */
export function readRuns(
  database: Kysely<Database>,
  { scheduleId, limit, offset }: { readonly scheduleId: number; readonly limit: number; readonly offset: number },
): Promise<readonly StoredRun[]> {
  return database
    .selectFrom('reportRun')
    .selectAll()
    .where('reportRun.scheduleId', '=', scheduleId)
    .orderBy('reportRun.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Returns the newest run of each schedule that has one. */
export async function readLastRuns(
  database: Kysely<Database>,
  scheduleIds: readonly number[],
): Promise<ReadonlyMap<number, StoredRun>> {
  const rows = await database
    .selectFrom('reportRun')
    .distinctOn('reportRun.scheduleId')
    .selectAll()
    .where('reportRun.scheduleId', 'in', scheduleIds.length === 0 ? [0] : [...scheduleIds])
    .orderBy('reportRun.scheduleId')
    .orderBy('reportRun.id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.scheduleId, row]));
}

/** Deletes runs after their retention. */
export async function removeOldRuns(database: Kysely<Database>, nowMs: number): Promise<void> {
  await sql`
    delete from report_run
    where report_run.due_at < ${new Date(nowMs - reportRunTtlMs)} and report_run.status <> 'pending'
  `.execute(database);
}

/** Returns the view of a run. */
export function presentRun(
  run: StoredRun,
  { links, nowMs }: { readonly links: ReportLinks; readonly nowMs: number },
): ReportRunView {
  const link = run.madeAt === null ? null : links.linkOf({ id: run.id, madeAt: run.madeAt });
  const works = link !== null && link.until.getTime() > nowMs ? link : null;
  return {
    id: run.id,
    scheduleId: run.scheduleId,
    dueAt: run.dueAt.toISOString(),
    isManual: run.isManual,
    status: run.status as ReportRunView['status'],
    from: run.fromDay,
    to: run.toDay,
    rows: run.rows,
    final: run.final,
    mailedTo: [...run.mailedTo],
    problem: run.problem,
    nextAttemptAt: run.status === 'pending' ? (run.nextAttemptAt?.toISOString() ?? null) : null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    downloadUrl: works?.url ?? null,
    downloadUntil: works?.until.toISOString() ?? null,
  };
}
