import type { FastifyInstance } from 'fastify';
import {
  type MissedPlays,
  type MissedPlaysQuery,
  maxMissedPlaysRows,
  missedPlaysQuery,
  missedPlaysView,
} from '../../../contract/insight/missed-plays.ts';
import { reportFileTypes } from '../../../contract/insight/report.ts';
import { byteOrderMark, csvText } from '../../../core/vocabulary/csv-cell.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { readMissedPlays } from './read-missed-plays.ts';

/** Registers `GET /missed-plays`. Source: docs/decisions/0236-missed-plays.md. */
export function registerMissedPlaysRoutes(app: FastifyInstance, services: ManagementServices): void {
  app.get('/missed-plays', {
    config: { scope: 'reports:read' },
    schema: operationSchema({
      tag: 'Reports',
      operationId: 'listMissedPlays',
      summary: 'Compare planned plays of screens with counted plays',
      description: `Plays that the loops of screens planned on local days that have ended, and the plays that were reported and counted. Plays that an offline screen reports later are counted on the day on which they were played. Use \`Accept\` or \`format\` for a CSV file with up to ${maxMissedPlaysRows} rows.`,
      scope: 'reports:read',
      querystring: missedPlaysQuery,
      answers: 'reading',
      view: missedPlaysView,
      files: [reportFileTypes.csv],
    }),
    async handler(request, reply) {
      const query = request.query as MissedPlaysQuery;
      const isFile = (query.format ?? formatOf(request.headers.accept)) === 'csv';
      const options = { reach: callerOf(request).reach, nowMs: (services.nowMs ?? Date.now)() };
      const wanted = isFile ? { ...query, limit: maxMissedPlaysRows, offset: 0 } : query;
      const read = await readMissedPlays(services.database, wanted, options);
      if (!isFile) return read;
      const name = `missed-plays-${read.from}-${read.to}.csv`;
      return reply
        .header('Content-Disposition', `attachment; filename="${name}"`)
        .type(`${reportFileTypes.csv}; charset=utf-8`)
        .send(byteOrderMark + csvText(linesOf(read)));
    },
  });
}

/** A browser accepts every type, so it gets JSON. */
function formatOf(accept = ''): 'json' | 'csv' {
  const asked = accept.split(',').map((type) => type.split(';', 1)[0]?.trim().toLowerCase());
  return asked.includes(reportFileTypes.csv) ? 'csv' : 'json';
}

const columns = [
  'day',
  'positionId',
  'slotName',
  'bookingId',
  'bookingName',
  'planned',
  'played',
  'missed',
  'missedPercent',
  'screens',
  'offlineScreens',
  'offlineSince',
] as const satisfies readonly (keyof MissedPlays['rows'][number])[];

function linesOf({ rows }: MissedPlays) {
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))];
}
