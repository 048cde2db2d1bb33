import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { idText, pageQuery } from '../../../contract/common/common.ts';
import { revisionView } from '../../../contract/insight/revision.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { missingObject } from '../../records/domain-error.ts';
import { readRevisionStatus, readRevisionStatuses } from './revision-status.ts';

const tag = 'Revisions';
const scope = 'revisions:read';

const listQuery = z.strictObject(pageQuery());

/** Registers `/revisions`, newest first, and `/revisions/{revision}` with "live on n of n". */
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
      const { limit, offset = 0 } = request.query as z.output<typeof listQuery>;
      const { rows } = await sql<{ total: number }>`select count(*) as total from revision`.execute(services.database);
      reply.header('Record-Count', String(rows[0]?.total ?? 0));
      const statuses = await readRevisionStatuses(services, { limit, offset });
      return statuses.map((status) => revisionView.parse(status));
    },
  });
  app.get('/revisions/:revision', {
    config: { scope },
    schema: operationSchema({
      tag,
      operationId: 'getRevision',
      summary: 'Retrieve a revision and where it is live',
      scope,
      params: z.strictObject({ revision: idText('revision') }),
      answers: 'reading',
      view: revisionView,
    }),
    async handler(request) {
      const { revision } = request.params as { readonly revision: number };
      const status = await readRevisionStatus(services, revision);
      if (status === null) throw missingObject('revisions', revision);
      return revisionView.parse(status);
    },
  });
}
