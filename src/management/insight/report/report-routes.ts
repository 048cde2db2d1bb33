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
import { openRawReports } from '../raw-report/raw-report-engine.ts';
import { readFilterNames } from './pdf/filter-names.ts';
import { writePdf } from './pdf/write-pdf.ts';
import { type ReportSources, readReport } from './read-report.ts';
import { type ReportFile, writeGridFile, writeReportFile } from './report-file.ts';
import { reportProblem } from './report-problem.ts';
import { registerReportProgress } from './report-progress.ts';
import { isShaped, shapeReport } from './report-view.ts';

/** Registers `GET /reports`: delivery by the requested dimensions, as JSON or as a file. */
export function registerReportRoutes(app: FastifyInstance, services: ManagementServices): void {
  const sources: ReportSources = {
    database: services.database,
    rawReports: openRawReports(services.config, 'reports'),
  };
  app.addHook('onClose', async () => sources.rawReports?.close());
  registerReportProgress(app, sources);
  app.get('/reports', {
    config: { scope: 'reports:read' },
    schema: operationSchema({
      tag: 'Reports',
      operationId: 'getReport',
      summary: 'Retrieve a report',
      description:
        'Counts, rates and spend by booked object, inventory and time. A day is the local day of the publication. `from` is inclusive, `to` exclusive. Each event counts once, at the time it happened. Facts of ad requests, such as `country` or `keyValue`, are counted from raw events, which takes up to some seconds, needs the setting `PLACARD_OPEN_DATA_DAYS` and is available one to two hours after the end of an hour (`rawEvents`); spend and orders are not available for them. Use `Accept` or `format` for CSV, a workbook or a PDF. CSV files and workbooks have one column per dimension and metric; with `metrics`, `compare`, `pivot` or `sort`, a file contains the table that these parameters describe.',
      scope: 'reports:read',
      querystring: reportQuerySchema,
      answers: 'reading',
      view: reportSchema,
      files: Object.values(reportFileTypes),
    }),
    handler: async (request, reply) => {
      const query = request.query as ReportQuery;
      const left = new AbortController();
      reply.raw.once('close', () => left.abort());
      const report = await reportOrProblem(sources, query, { request, signal: left.signal });
      const format = query.format ?? formatOf(request.headers.accept);
      if (format === 'json') return report;
      const { name, type, content } = await writeFile(services, { report, query, request, format });
      return reply.header('Content-Disposition', `attachment; filename="${name}"`).type(type).send(content);
    },
  });
}

/** Returns the report as a file: all metrics, or the table that the query describes. */
async function writeFile(
  services: ManagementServices,
  asked: {
    readonly report: Report;
    readonly query: ReportQuery;
    readonly request: FastifyRequest;
    readonly format: Exclude<ReportFormat, 'json'>;
  },
): Promise<ReportFile> {
  const { report, query, request, format } = asked;
  if (format !== 'pdf' && !isShaped(query)) return writeReportFile(report, query, format);
  const grid = shapeReport(report, query);
  if (format !== 'pdf') return writeGridFile(grid, query, format);
  const filters = await readFilterNames(services.database, query, callerOf(request).reach);
  return writePdf({ report, grid, query, filters });
}

async function reportOrProblem(
  sources: ReportSources,
  query: ReportQuery,
  { request, signal }: { readonly request: FastifyRequest; readonly signal: AbortSignal },
): Promise<Report> {
  try {
    return await readReport(sources, query, { reach: callerOf(request).reach, signal });
  } catch (error) {
    throw reportProblem(error);
  }
}

/** A browser accepts every type, so it gets JSON. */
function formatOf(accept: string | undefined): ReportFormat {
  const asked = (accept ?? '').split(',').map((type) => type.split(';', 1)[0]?.trim().toLowerCase());
  if (asked.includes(reportFileTypes.xlsx)) return 'xlsx';
  if (asked.includes(reportFileTypes.pdf)) return 'pdf';
  return asked.includes(reportFileTypes.csv) ? 'csv' : 'json';
}
