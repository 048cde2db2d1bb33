import type { FastifyInstance } from 'fastify';
import { type ReportQuery, reportQuerySchema, reportSchema } from '../../contract/report.ts';
import { callerOf } from '../http/authenticate-call.ts';
import type { ManagementServices } from '../http/management-services.ts';
import { operationSchema } from '../http/operation-schema.ts';
import { invalidRequest } from '../http/problem.ts';
import { readReport, TooManyRowsError } from './read-report.ts';

/** `GET /reports`: what was delivered, by the dimensions that are asked for. */
export function registerReportRoutes(app: FastifyInstance, services: ManagementServices): void {
  app.get('/reports', {
    config: { scope: 'reports:read' },
    schema: operationSchema({
      tag: 'Reports',
      operationId: 'getReport',
      summary: 'Read what was delivered',
      description:
        'Impressions, viewables and clicks by campaign, booking, creative, position and day. A day is the local day of ' +
        'the publication; `from` is included, `to` is not. Each event counts once, at the time it happened.',
      scope: 'reports:read',
      querystring: reportQuerySchema,
      answers: 'reading',
      view: reportSchema,
    }),
    handler: async (request) => {
      try {
        return await readReport(services.database, request.query as ReportQuery, callerOf(request).reach);
      } catch (error) {
        if (!(error instanceof TooManyRowsError)) throw error;
        throw invalidRequest([
          {
            pointer: '/groupBy',
            in: 'query',
            code: 'too_many_rows',
            message: `${error.message}; ask for a shorter time or fewer dimensions`,
          },
        ]);
      }
    },
  });
}
