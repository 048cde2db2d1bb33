import type { SellerContext } from '../seller-context.ts';
import { readAgentCreatives } from './read-agent-creatives.ts';

/**
 * Returns the creative with this ID of the buyer. null: none of the accounts has such a creative.
 * @param accountId account of the call. Omitted or not of the buyer: all accounts
 */
export async function readOwnCreative(
  { services, buyer }: Pick<SellerContext, 'services' | 'buyer'>,
  creativeId: string,
  accountId?: string,
): Promise<number | null> {
  const named = buyer.accounts.filter((account) => account.accountId === accountId);
  for (const account of named.length > 0 ? named : buyer.accounts) {
    const scope = { buyerAgentId: buyer.id, accountId: account.accountId };
    const found = (await readAgentCreatives(services.database, scope, [creativeId])).get(creativeId);
    if (found !== undefined) return found;
  }
  return null;
}
