import type { FastifyInstance } from 'fastify';
import { type ChangesQuery, changesQuery, changesView } from '../../../contract/insight/changes.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { positionOf, readChangesPage } from './read-changes-page.ts';

/** `GET /changes`: what changed since the caller last asked, for those who pull. Source: docs/decisions/0051-changes.md. */
export function registerChangesRoutes(app: FastifyInstance, services: ManagementServices): void {
  app.get('/changes', {
    config: { scope: null },
    schema: operationSchema({
      tag: 'Revisions',
      operationId: 'listChanges',
      summary: 'List what changed since a cursor, in order and without gaps',
      description:
        'Of the kinds that the caller has the scope to read, the objects that they may see now. Keep `cursor` and ask again with it as `since`.',
      scope: null,
      querystring: changesQuery,
      answers: 'reading',
      reachesBack: true,
      view: changesView,
    }),
    handler(request) {
      const { since, limit, kind } = request.query as ChangesQuery;
      return readChangesPage(services.database, {
        since: since === undefined ? null : positionOf(since),
        limit,
        kinds: kind,
        caller: callerOf(request),
        publicUrl: services.config.publicUrl,
      });
    },
  });
}
