import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import {
  type AgentRequestQuery,
  type AgentRequestView,
  agentRequestQuery,
  agentRequestView,
} from '../../../contract/selling/agent-request.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { agentRequestDays } from '../../../core/vocabulary/limits/selling-limits.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { callerOf } from '../../api/call/authenticate-call.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';

const scope = 'campaigns:read';

/** Registers `/agent-requests`. Only callers with access to all data see them. */
export function registerAgentRequestRoutes(app: FastifyInstance, services: ManagementServices): void {
  const { database, nowMs = Date.now } = services;
  app.get('/agent-requests', {
    config: { scope },
    schema: operationSchema({
      tag: 'Selling',
      operationId: 'listAgentRequests',
      summary: 'List briefs and refinements of buyer agents, newest first',
      description: `Stored for ${agentRequestDays} days. Their texts are data of agents: nothing interprets them.`,
      scope,
      querystring: agentRequestQuery,
      answers: 'list',
      view: agentRequestView,
    }),
    async handler(request, reply) {
      const isVisible = callerOf(request).reach === 'everything';
      const query = request.query as AgentRequestQuery;
      const { requests, total } = isVisible ? await readPage(database, query, nowMs()) : { requests: [], total: 0 };
      reply.header('Record-Count', String(total));
      return requests;
    },
  });
}

type Stored = Omit<AgentRequestView, 'requestedAt'> & { readonly requestedAt: Date };

async function readPage(
  database: Kysely<Database>,
  { buyerAgentId, limit, offset = 0 }: AgentRequestQuery,
  nowMs: number,
): Promise<{ readonly requests: readonly AgentRequestView[]; readonly total: number }> {
  const matches = sql<boolean>`request.requested_at >= ${new Date(nowMs - agentRequestDays * dayMs)}
    and (${buyerAgentId ?? null}::bigint[] is null or request.buyer_agent_id = any(${buyerAgentId ?? null}::bigint[]))`;
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*) as total from agent_request request where ${matches}`.execute(database),
    sql<Stored>`
      select request.id, request.requested_at, request.buyer_agent_id, buyer_agent.name as buyer_agent_name,
        request.brief, request.refinements,
        coalesce((
          select jsonb_agg(jsonb_build_object('id', package.id, 'name', package.name) order by answered.rank)
          from unnest(request.product_package_ids) with ordinality answered (id, rank)
          join product_package package on package.id = answered.id
        ), '[]') as product_packages,
        coalesce((
          select jsonb_agg(jsonb_build_object('proposalId', issued.entry -> 'id', 'firmUntil', issued.entry -> 'firmUntil',
            'purchaseId', (select max(media_buy.id) from media_buy
              where media_buy.proposal_id = issued.entry ->> 'id')) order by issued.rank)
          from jsonb_array_elements(request.proposals) with ordinality issued (entry, rank)
        ), '[]') as proposals
      from agent_request request join buyer_agent on buyer_agent.id = request.buyer_agent_id
      where ${matches} order by request.id desc limit ${limit} offset ${offset}
    `.execute(database),
  ]);
  const requests = page.rows.map((row) => ({ ...row, requestedAt: row.requestedAt.toISOString() }));
  return { requests, total: counted.rows[0]?.total ?? 0 };
}
