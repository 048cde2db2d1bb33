import type { FastifyInstance } from 'fastify';
import { type ChangesQuery, changesQuery, changesView } from '../../../contract/insight/changes.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { positionOf, readChangesPage } from './read-changes-page.ts';

/**
 * Registers `GET /changes`: the changes since the last request of a polling client. Source:
 * docs/decisions/0051-changes.md.
 */
export function registerChangesRoutes(app: FastifyInstance, services: ManagementServices): void {
  app.get('/changes', {
    config: { scope: null },
    schema: operationSchema({
      tag: 'Revisions',
      operationId: 'listChanges',
      summary: 'List changes since a cursor, in order and without gaps',
      description:
        'Contains the kinds for which the caller has the read scope, and of these the objects that it may currently see. Store `cursor` and send it as `since` in the next request.',
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
