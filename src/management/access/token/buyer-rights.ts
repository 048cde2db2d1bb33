import { sql } from 'kysely';
import { isScope, type Scope, scopesOfRole } from '../../../contract/access/scopes.ts';
import type { BuyerAccount } from '../../../contract/selling/buyer-agent.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';

/** Current rights of a service account. */
export type AccountRights = { readonly scopes: ReadonlySet<Scope>; readonly reach: Reach };

/** Whether an endpoint verifies the signatures of calls, or refuses those that must have one. */
export type SignatureRules = { readonly verifiesSignatures: boolean };

/** Condition on a service account joined with its buyer agent: it has none, or an active one. */
export const isAcceptedBuyer = sql<boolean>`(
  buyer_agent.id is null or (buyer_agent.active and buyer_agent.archived_at is null)
)`;

/**
 * Returns the rights of a service account. A buyer agent has at most the scopes of an advertiser and reaches only its
 * accounts, so that it can neither approve its purchases nor read the data of others, whatever scopes its service
 * account received later. An agent that must sign its calls only reads through an endpoint that verifies no signatures.
 */
export function rightsOfAccount(
  {
    scopes,
    buyerAgentId,
    accounts,
    requireSignedRequests,
  }: {
    readonly scopes: readonly string[];
    readonly buyerAgentId: number | null;
    readonly accounts: readonly BuyerAccount[] | null;
    readonly requireSignedRequests: boolean | null;
  },
  { verifiesSignatures }: SignatureRules,
): AccountRights {
  const granted = scopes.filter(isScope);
  if (buyerAgentId === null) return { scopes: new Set(granted), reach: 'everything' };
  const readsOnly = requireSignedRequests === true && !verifiesSignatures;
  const permitted = granted.filter(
    (scope) => scopesOfRole.advertiser.includes(scope) && (!readsOnly || scope.endsWith(':read')),
  );
  return { scopes: new Set(permitted), reach: accounts ?? [] };
}
