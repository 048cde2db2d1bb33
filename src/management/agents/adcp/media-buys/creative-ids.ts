import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import type { Buyer } from '../accounts/read-buyer.ts';
import { type BuyerScope, libraryKeyOf } from '../creatives/agent-creatives.ts';
import { readAgentCreatives } from '../creatives/read-agent-creatives.ts';
import { requestError } from '../protocol-error.ts';
import type { StoredMediaBuy } from './read-media-buys.ts';

/** IDs of the buyer by the ID of a creative. */
export type CreativeIds = { readonly idOf: (creativeId: number) => string };

/**
 * Returns Placard's creatives by the IDs of a buyer.
 * @throws AdcpError `CREATIVE_NOT_FOUND` if the account has no such creative
 */
export async function resolveCreatives(
  database: Kysely<Database>,
  scope: BuyerScope,
  creativeIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await readAgentCreatives(database, scope, creativeIds);
  const missing = creativeIds.find((id) => !found.has(id));
  if (missing !== undefined) {
    throw requestError('packages', `There is no creative ${missing}`, 'CREATIVE_NOT_FOUND');
  }
  return found;
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
