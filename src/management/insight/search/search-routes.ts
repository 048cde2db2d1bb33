import type { FastifyInstance } from 'fastify';
import { type SearchQuery, searchQuerySchema, searchView } from '../../../contract/insight/search.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { searchObjects } from './search-objects.ts';

/** `GET /search`: objects of all kinds by what somebody types. */
export function registerSearchRoutes(app: FastifyInstance, { database }: ManagementServices): void {
  app.get('/search', {
    config: { scope: null },
    schema: operationSchema({
      tag: 'Search',
      operationId: 'search',
      summary: 'Find objects of all kinds by what they are called',
      description: 'Each caller finds what they may read: kinds by their scopes, objects as in the lists.',
      scope: null,
      querystring: searchQuerySchema,
      answers: 'reading',
      view: searchView,
    }),
    handler: (request) => searchObjects(database, (request.query as SearchQuery).q, callerOf(request)),
  });
}
