import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { idText, integerText } from '../../contract/common.ts';
import { revisionView } from '../../contract/revision.ts';
import { defaultPageSize, maxPageSize } from '../../core/words/limits.ts';
import type { ManagementServices } from '../http/management-services.ts';
import { operationSchema } from '../http/operation-schema.ts';
import { missingObject } from '../http/problem.ts';
import { readRevisionStatus } from './revision-status.ts';

const tag = 'Revisions';
const scope = 'revisions:read';

const listQuery = z.strictObject({
  limit: integerText(1, maxPageSize)
    .default(defaultPageSize)
    .meta({
      description: `Revisions of one page, at most ${maxPageSize}`,
      example: defaultPageSize,
      integerText: true,
    }),
  offset: integerText(0, Number.MAX_SAFE_INTEGER)
    .default(0)
    .meta({ description: 'Revisions to pass over', example: 0, integerText: true }),
});

/** `/revisions`, newest first, and `/revisions/{revision}`: "live on n of n". */
export function registerRevisionRoutes(app: FastifyInstance, services: ManagementServices): void {
  app.get('/revisions', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'listRevisions',
      summary: 'List revisions, newest first',
      scope,
      querystring: listQuery,
      answers: 'list',
      view: revisionView,
    }),
    async handler(request, reply) {
      const { limit, offset } = request.query as z.output<typeof listQuery>;
      const { rows } = await sql<{ total: number }>`select count(*) as total from revision`.execute(services.database);
      reply.header('Record-Count', String(rows[0]?.total ?? 0));
      const page = await services.database
        .selectFrom('revision')
        .select('revision.revision')
        .orderBy('revision.revision', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return Promise.all(page.map((row) => statusOf(services, row.revision)));
    },
  });
  app.get('/revisions/:revision', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'getRevision',
      summary: 'Read a revision and where it is live',
      scope,
      params: z.strictObject({ revision: idText('revision') }),
      answers: 'object',
      view: revisionView,
    }),
    handler: (request) => statusOf(services, (request.params as { readonly revision: number }).revision),
  });
}

async function statusOf(services: ManagementServices, revision: number) {
  const status = await readRevisionStatus(services, revision);
  if (status === null) throw missingObject('revision', revision);
  return revisionView.parse(status);
}
