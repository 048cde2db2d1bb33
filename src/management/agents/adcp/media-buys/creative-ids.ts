import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import type { Buyer } from '../accounts/read-buyer.ts';
import { type BuyerScope, brandOfAccount, libraryKeyOf } from '../creatives/agent-creatives.ts';
import { readAgentCreatives } from '../creatives/read-agent-creatives.ts';
import type { StoredMediaBuy } from './read-media-buys.ts';

/** IDs of the buyer by the ID of a creative. */
export type CreativeIds = { readonly idOf: (creativeId: number) => string };

/**
 * Returns Placard's creatives by the IDs of a buyer: those of the account, else those of its other accounts of the brand.
 * Creatives that the buyer has not synced yet are missing from the result.
 */
export async function resolveCreatives(
  database: Kysely<Database>,
  scope: BuyerScope,
  creativeIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const own = await readAgentCreatives(database, scope, creativeIds);
  const others = creativeIds.filter((id) => !own.has(id));
  if (others.length === 0) return own;
  const rows = await database
    .selectFrom('agentCreative')
    .innerJoin('creative', 'creative.id', 'agentCreative.creativeId')
    .select(['agentCreative.key', 'agentCreative.creativeId'])
    .where('agentCreative.buyerAgentId', '=', scope.buyerAgentId)
    .where('agentCreative.key', 'in', others)
    .where('creative.brandId', '=', brandOfAccount(scope.accountId))
    .where('creative.archivedAt', 'is', null)
    .execute();
  return new Map([...rows.map(({ key, creativeId }) => [key, creativeId] as const), ...own]);
}

/** Reads the buyer's IDs of the creatives of purchases. */
export async function readCreativeIds(
  database: Kysely<Database>,
  { id: buyerAgentId }: Pick<Buyer, 'id'>,
  buys: readonly StoredMediaBuy[],
): Promise<CreativeIds> {
  const booked = buys.flatMap(({ packages }) => packages.flatMap(({ ads }) => ads.map(({ creativeId }) => creativeId)));
  const rows =
    booked.length === 0
      ? []
      : await database
          .selectFrom('agentCreative')
          .select(['agentCreative.creativeId', 'agentCreative.key'])
          .where('agentCreative.buyerAgentId', '=', buyerAgentId)
          .where('agentCreative.creativeId', 'in', booked)
          .execute();
  const keys = new Map(rows.map(({ creativeId, key }) => [creativeId, key]));
  return { idOf: (creativeId) => keys.get(creativeId) ?? libraryKeyOf(creativeId) };
}
