import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type Report,
  type ReportFormat,
  type ReportQuery,
  reportFileTypes,
  reportQuerySchema,
  reportSchema,
} from '../../../contract/insight/report.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { invalidRequest } from '../../records/domain-error.ts';
import { readReport } from './read-report.ts';
import { writeReportFile } from './report-file.ts';
import { TooManyRowsError } from './sum-rows.ts';

/** Registers `GET /reports`: delivery by the requested dimensions, as JSON or as a file. */
export function registerReportRoutes(app: FastifyInstance, services: ManagementServices): void {
  app.get('/reports', {
    config: { scope: 'reports:read' },
    schema: operationSchema({
      tag: 'Reports',
      operationId: 'getReport',
      summary: 'Retrieve a report',
      description:
        'Counts, rates and spend by booked object, inventory and time. A day is the local day of the publication. `from` is inclusive, `to` exclusive. Each event counts once, at the time it happened. Use `Accept` or `format` for CSV or a workbook, which have one column per dimension and metric.',
      scope: 'reports:read',
      querystring: reportQuerySchema,
      answers: 'reading',
      view: reportSchema,
      files: Object.values(reportFileTypes),
    }),
    handler: async (request, reply) => {
      const query = request.query as ReportQuery;
      const report = await reportOrProblem(services, query, request);
      const format = query.format ?? formatOf(request.headers.accept);
      if (format === 'json') return report;
      const { name, type, content } = writeReportFile(report, query, format);
      return reply.header('Content-Disposition', `attachment; filename="${name}"`).type(type).send(content);
    },
  });
}

async function reportOrProblem(
  { database }: ManagementServices,
  query: ReportQuery,
  request: FastifyRequest,
): Promise<Report> {
  try {
    return await readReport(database, query, callerOf(request).reach);
  } catch (error) {
    if (!(error instanceof TooManyRowsError)) throw error;
    throw invalidRequest([
      {
        pointer: '/groupBy',
        in: 'query',
        code: 'too_many_rows',
        message: `${error.message}. Select a shorter period or fewer dimensions`,
      },
    ]);
  }
}

/** A browser accepts every type, so it gets JSON. */
function formatOf(accept: string | undefined): ReportFormat {
  const asked = (accept ?? '').split(',').map((type) => type.split(';', 1)[0]?.trim().toLowerCase());
  if (asked.includes(reportFileTypes.xlsx)) return 'xlsx';
  return asked.includes(reportFileTypes.csv) ? 'csv' : 'json';
}
