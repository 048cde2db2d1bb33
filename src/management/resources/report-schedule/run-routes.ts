import type { FastifyInstance } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import {
  type ReportRunsQuery,
  type ReportRunView,
  reportRunsQuery,
  reportRunView,
} from '../../../contract/insight/report-schedule.ts';
import { appendAudit } from '../../../platform/audit/append-audit.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { answerOnce, type KeyedAnswer } from '../../api/call/answer-once.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { detailMessage, nounOf } from '../../records/detail-message.ts';
import { DomainError, missingObject } from '../../records/domain-error.ts';
import { readRow } from '../../records/resource.ts';
import type { ReportLinks } from './report-link.ts';
import { insertRun, presentRun, readRuns, type StoredSchedule } from './report-run.ts';

const scope = 'reports:read';

type Times = { readonly links: ReportLinks; readonly nowMs: () => number };

/** Registers `/report-schedules/{id}/runs`, and a run on request. */
export function addReportRuns(app: FastifyInstance, services: ManagementServices, { links, nowMs }: Times): void {
  app.get('/report-schedules/:id/runs', {
    config: { scope },
    schema: operationSchema({
      tag: 'Reports',
      operationId: 'listReportRuns',
      summary: 'List runs of a report schedule, newest first',
      description: 'Runs are stored for 90 days.',
      scope,
      params: idParams('report schedule'),
      querystring: reportRunsQuery,
      answers: 'list',
      view: reportRunView,
    }),
    async handler(request, reply) {
      const scheduleId = idOfPath(request.params);
      const { limit, offset = 0 } = request.query as ReportRunsQuery;
      const { database } = services;
      const { total } = await database
        .selectFrom('reportRun')
        .select(sql<number>`count(*)`.as('total'))
        .where('reportRun.scheduleId', '=', scheduleId)
        .executeTakeFirstOrThrow();
      reply.header('Record-Count', String(total));
      const runs = await readRuns(database, { scheduleId, limit, offset });
      return runs.map((run) => presentRun(run, { links, nowMs: nowMs() }));
    },
  });
  app.post('/report-schedules/:id/actions/run', {
    config: { scope },
    schema: operationSchema({
      tag: 'Reports',
      operationId: 'runReportSchedule',
      summary: 'Run a report schedule now',
      description:
        'Also runs a paused schedule. If a run is in progress, it is returned instead of starting another. A response to a repeated request omits the link.',
      scope,
      params: idParams('report schedule'),
      answers: 'accepted',
      view: reportRunView,
    }),
    handler(request, reply) {
      const id = idOfPath(request.params);
      const { actor, reach } = callerOf(request);
      let link: Partial<ReportRunView> = {};
      const work = async (transaction: Transaction<Database>): Promise<KeyedAnswer> => {
        const schedule = await requireLive(transaction, { id, reach, lock: 'update' });
        const [newest] = await readRuns(transaction, { scheduleId: id, limit: 1, offset: 0 });
        const isNew = newest?.status !== 'pending';
        if (isNew) await insertRun(transaction, schedule, { dueAtMs: nowMs(), isManual: true, nowMs: nowMs() });
        const [run] = await readRuns(transaction, { scheduleId: id, limit: 1, offset: 0 });
        if (run === undefined) throw new Error(`the run of schedule ${id} was not inserted`);
        const { downloadUrl, downloadUntil, ...after } = presentRun(run, { links, nowMs: nowMs() });
        link = { downloadUrl, downloadUntil };
        if (isNew) {
          const entry = { actor, action: 'run', kind: 'report-schedules', objectId: id, before: null, after };
          await appendAudit(transaction, { ...entry, requestId: request.id });
        }
        const kept = reportRunView.parse({ ...after, downloadUrl: null, downloadUntil: null });
        return { status: 202, headers: {}, body: JSON.stringify(kept) };
      };
      return answerOnce({ services, request, reply }, work, {
        async stillVisible(database) {
          await requireLive(database, { id, reach });
        },
        // The link gives access to the file, so it is returned but not stored.
        shown: (answer) => ({ ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), ...link }) }),
      });
    },
  });
}

async function requireLive(
  database: Kysely<Database>,
  of: { readonly id: number; readonly reach: Reach; readonly lock?: 'update' },
): Promise<StoredSchedule> {
  const schedule = await readRow(database, { table: 'reportSchedule', ...of });
  if (schedule === undefined) throw missingObject('report-schedules', of.id);
  if (schedule.archivedAt === null) return schedule;
  throw new DomainError('archived', {
    detail: detailMessage('archived', { object: nounOf('report-schedules'), id: of.id }),
  });
}
