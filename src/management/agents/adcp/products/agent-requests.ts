import type { GetProductsRequest, GetProductsResponse } from '@adcp/sdk/types';
import { type Kysely, sql } from 'kysely';
import { dayMs } from '../../../../core/time/durations.ts';
import {
  agentRequestDays,
  maxAgentRequests,
  maxStoredBrief,
} from '../../../../core/vocabulary/limits/selling-limits.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import type { IssuedProposal } from '../../../../platform/db/tables/media-buy-tables.ts';
import type { Buyer } from '../accounts/read-buyer.ts';
import type { SellerContext } from '../seller-context.ts';
import type { Offer } from './offer.ts';

/** What a brief or refinement was answered with. */
type Response = {
  readonly offers: readonly Pick<Offer, 'id'>[];
  readonly proposals: NonNullable<GetProductsResponse['proposals']>;
};

/**
 * Stores a brief or refinement with its response, so that ad operations see what agents look for. Lists of all products and
 * further pages are not stored. Only the newest requests of an agent remain.
 */
export async function storeAgentRequest(
  { services: { database }, buyer, nowMs }: SellerContext,
  request: GetProductsRequest,
  { offers, proposals }: Response,
): Promise<void> {
  const refined = request.buying_mode === 'refine' ? (request.refine ?? []) : [];
  if ((request.brief === undefined && refined.length === 0) || request.pagination?.cursor !== undefined) return;
  const parent = refined.find((one) => one.scope === 'proposal');
  const brief = request.brief ?? (await readBriefOfProposal(database, buyer, parent?.proposal_id ?? null));
  const refinements = refined.flatMap(({ ask }) => (ask === undefined ? [] : [stored(ask)]));
  const issued = proposals.map(
    ({ proposal_id: id, expires_at: until }): IssuedProposal => ({ id, firmUntil: until ?? null }),
  );
  await database
    .insertInto('agentRequest')
    .values({
      buyerAgentId: buyer.id,
      brief: brief === null ? null : stored(brief),
      refinements,
      productPackageIds: [...new Set(offers.map(({ id }) => id))],
      proposals: JSON.stringify(issued),
      requestedAt: new Date(nowMs),
    })
    .execute();
  await sql`
    delete from agent_request where id in (
      select id from agent_request where buyer_agent_id = ${buyer.id} order by id desc offset ${maxAgentRequests}
    )
  `.execute(database);
}

/** Returns the brief of the newest request that was answered with a proposal. null: none is stored. */
export async function readBriefOfProposal(
  database: Kysely<Database>,
  { id: buyerAgentId }: Pick<Buyer, 'id'>,
  proposalId: string | null,
): Promise<string | null> {
  if (proposalId === null) return null;
  const row = await database
    .selectFrom('agentRequest')
    .select('agentRequest.brief')
    .where('agentRequest.buyerAgentId', '=', buyerAgentId)
    .where(sql<boolean>`agent_request.proposals @> ${JSON.stringify([{ id: proposalId }])}::jsonb`)
    .where('agentRequest.brief', 'is not', null)
    .orderBy('agentRequest.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.brief ?? null;
}

/** Deletes requests after their retention. */
export async function removeAgentRequests(database: Kysely<Database>, nowMs: number): Promise<void> {
  const before = new Date(nowMs - agentRequestDays * dayMs);
  await database.deleteFrom('agentRequest').where('agentRequest.requestedAt', '<', before).execute();
}

function stored(text: string): string {
  return text.slice(0, maxStoredBrief).toWellFormed();
}
