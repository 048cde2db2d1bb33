import type { FastifyInstance } from 'fastify';
import {
  type DiscrepancyQuery,
  discrepancyQuery,
  discrepancyView,
  type ThirdPartyCountsBody,
  thirdPartyCountsBody,
  thirdPartyCountsResult,
} from '../../../contract/insight/discrepancy.ts';
import { answerOnce } from '../../api/call/answer-once.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { readDiscrepancies } from './read-discrepancies.ts';
import { storeThirdPartyCounts } from './store-third-party-counts.ts';

/** Registers `/third-party-counts` and `/discrepancies`. Source: docs/decisions/0231-discrepancies.md. */
export function registerDiscrepancyRoutes(app: FastifyInstance, services: ManagementServices): void {
  app.post('/third-party-counts', {
    config: { scope: 'conversions:write' },
    schema: operationSchema({
      tag: 'Reports',
      operationId: 'storeThirdPartyCounts',
      summary: 'Import counts of a third party',
      description:
        'Stores impressions, viewable impressions and clicks that a third party counted, by booking and day. All counts are stored or none.',
      scope: 'conversions:write',
      body: thirdPartyCountsBody,
      answers: 'bulk',
      view: thirdPartyCountsResult,
    }),
    handler: (request, reply) =>
      answerOnce({ services, request, reply }, async (transaction) => {
        const body = request.body as ThirdPartyCountsBody;
        const stored = await storeThirdPartyCounts(transaction, body, callerOf(request).reach);
        return { status: 200, headers: {}, body: JSON.stringify({ stored }) };
      }),
  });
  app.get('/discrepancies', {
    config: { scope: 'reports:read' },
    schema: operationSchema({
      tag: 'Reports',
      operationId: 'listDiscrepancies',
      summary: 'Compare counts with those of third parties',
      description:
        'For each booking and third party: the counts of the days that the third party counted, and their difference.',
      scope: 'reports:read',
      querystring: discrepancyQuery,
      answers: 'reading',
      view: discrepancyView,
    }),
    handler: (request) =>
      readDiscrepancies(services.database, request.query as DiscrepancyQuery, callerOf(request).reach),
  });
}
