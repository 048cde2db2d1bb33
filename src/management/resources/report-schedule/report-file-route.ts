import type { FastifyInstance } from 'fastify';
import { limitConcurrency } from '../../../platform/process/limit-concurrency.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { openRawReports } from '../../insight/raw-report/raw-report-engine.ts';
import { NoRawEventsError } from '../../insight/report/read-report.ts';
import { TooManyRowsError } from '../../insight/report/too-many-rows.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';
import { makeReport, OwnerMayNotError } from './make-report.ts';
import { createReportLinks, reportFilesPath } from './report-link.ts';

/**
 * Most files generated concurrently for links, in total. Links can be passed on, so frequent requests wait for each
 * other and delay no other operations.
 */
const madeAtOnce = 2;

/**
 * Registers `GET /report-files/{token}`: the file of a run for everyone who has the link. The file is generated for
 * each request with the current rights of its owner, so the link ends with them and nothing is stored. Source:
 * docs/decisions/0081-report-schedules.md.
 */
export function registerReportFiles(app: FastifyInstance, services: ManagementServices): void {
  const { database, secret, config, nowMs = Date.now } = services;
  const links = createReportLinks({ secret, publicUrl: config.publicUrl });
  const oneOfFew = limitConcurrency(madeAtOnce);
  const rawReports = openRawReports(config, 'report-files');
  app.addHook('onClose', async () => rawReports?.close());
  app.get(`${reportFilesPath}/:token`, { schema: { hide: true } }, async (request, reply) => {
    const link = links.open((request.params as { readonly token: string }).token);
    if (link === null) throw new DomainError('not_found', { detail: detailMessage('fileNotFound') });
    if (link.untilMs <= nowMs()) throw ended();
    const found = await database
      .selectFrom('reportRun')
      .innerJoin('reportSchedule', 'reportSchedule.id', 'reportRun.scheduleId')
      .select(['reportRun.fromDay', 'reportRun.toDay', 'reportRun.report', 'reportRun.format', 'reportSchedule.owner'])
      .where('reportRun.id', '=', link.runId)
      .where('reportSchedule.archivedAt', 'is', null)
      .executeTakeFirst();
    if (found === undefined) throw ended();
    const { file } = await oneOfFew(() => makeReport({ database, rawReports }, found.owner, found)).catch(
      (error: unknown) => {
        const isEnded = [OwnerMayNotError, TooManyRowsError, NoRawEventsError].some((kind) => error instanceof kind);
        throw isEnded ? ended() : error;
      },
    );
    return reply
      .header('Content-Disposition', `attachment; filename="${file.name}"`)
      .header('Cache-Control', 'private, no-store')
      .header('X-Robots-Tag', 'noindex')
      .type(file.type)
      .send(file.content);
  });
}

function ended(): DomainError {
  return new DomainError('no_longer_kept', {
    detail: detailMessage('linkExpired'),
  });
}
