import type { FastifyInstance } from 'fastify';
import { type SearchQuery, searchQuerySchema, searchView } from '../../../contract/insight/search.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { searchObjects } from './search-objects.ts';

/** Registers `GET /search`: objects of all kinds by text. */
export function registerSearchRoutes(app: FastifyInstance, { database }: ManagementServices): void {
  app.get('/search', {
    config: { scope: null },
    schema: operationSchema({
      tag: 'Search',
      operationId: 'search',
      summary: 'Search objects of all kinds',
      description:
        "Results are limited to the kinds of the caller's scopes and to objects that the caller sees in lists.",
      scope: null,
      querystring: searchQuerySchema,
      answers: 'reading',
      view: searchView,
    }),
    handler: (request) => searchObjects(database, (request.query as SearchQuery).q, callerOf(request)),
  });
}
