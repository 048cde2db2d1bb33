import type { FastifyInstance } from 'fastify';
import { reportProgressParams, reportProgressView } from '../../../contract/insight/report-progress.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError } from '../../records/domain-error.ts';
import type { ReportSources } from './read-report.ts';

/** Registers `GET /report-progress/{requestId}`: the progress of a report that is counted from raw events. */
export function registerReportProgress(app: FastifyInstance, { rawReports }: ReportSources): void {
  app.get('/report-progress/:requestId', {
    config: { scope: 'reports:read' },
    schema: operationSchema({
      tag: 'Reports',
      operationId: 'getReportProgress',
      summary: 'Retrieve the progress of a report',
      description:
        'Progress of a report with facts of ad requests that was requested with this `requestId` and is not finished. Close the connection of the report to cancel it.',
      scope: 'reports:read',
      params: reportProgressParams,
      answers: 'reading',
      view: reportProgressView,
    }),
    async handler(request) {
      const { requestId } = request.params as { readonly requestId: string };
      const progress = rawReports?.progress(requestId) ?? null;
      if (progress === null) throw new DomainError('not_found', { detail: detailMessage('reportNotRunning') });
      return progress;
    },
  });
}
