import { type Kysely, sql } from 'kysely';
import type { BuyerAccount } from '../../../contract/selling/buyer-agent.ts';
import type { Database } from '../../../platform/db/schema.ts';

type RequestedAccountView = { readonly brandDomain: string; readonly operator: string; readonly requestedAt: string };
type Agent = { readonly id: number; readonly accounts: readonly BuyerAccount[] };

/** Reads the accounts that buyer agents requested and that ad operations have not set up, by agent, oldest first. */
export async function readRequestedAccounts(
  database: Kysely<Database>,
  agents: readonly Agent[],
): Promise<ReadonlyMap<number, readonly RequestedAccountView[]>> {
  const requests =
    agents.length === 0
      ? []
      : await database
          .selectFrom('buyerAccountRequest')
          .selectAll()
          .where(
            'buyerAccountRequest.buyerAgentId',
            'in',
            agents.map(({ id }) => id),
          )
          .orderBy('buyerAccountRequest.id')
          .execute();
  if (requests.length === 0) return new Map();
  const domains = requests.map(({ brandDomain }) => brandDomain);
  const brands = await database
    .selectFrom('brand')
    .select(['brand.id', 'brand.domains'])
    .where(sql<boolean>`brand.domains && ${domains}::text[]`)
    .execute();
  const accountsOf = new Map(agents.map(({ id, accounts }) => [id, accounts]));
  const open = requests.filter(({ buyerAgentId, brandDomain, operator }) => {
    const ids = brands.filter((brand) => brand.domains.includes(brandDomain)).map(({ id }) => id);
    const accounts = accountsOf.get(buyerAgentId) ?? [];
    return !accounts.some((one) => ids.includes(one.brandId) && (one.operator ?? brandDomain) === operator);
  });
  const views = open.map(({ buyerAgentId, brandDomain, operator, requestedAt }) => ({
    buyerAgentId,
    view: { brandDomain, operator, requestedAt: requestedAt.toISOString() },
  }));
  return new Map(
    [...Map.groupBy(views, ({ buyerAgentId }) => buyerAgentId)].map(([id, own]) => [id, own.map(({ view }) => view)]),
  );
}
