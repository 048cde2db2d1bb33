import type { BuyerAccount } from '../../../../contract/selling/buyer-agent.ts';
import type { CommonColumns, Json } from '../../columns.ts';
import { rowRules } from '../row-rules.ts';

/** Tables of buyer agents. */
export type BuyerAgentTables = {
  readonly buyerAgent: CommonColumns & {
    serviceAccountId: number;
    accounts: Json<readonly BuyerAccount[]>;
    /** null: all active packages. */
    packageIds: number[] | null;
    maxCampaignBudgetMicros: number | null;
    maxCampaignBudgetCurrency: string | null;
    maxDailyBudgetMicros: number | null;
    maxDailyBudgetCurrency: string | null;
    active: boolean;
    purchaseApproval: string;
    test: boolean;
    /** URL of its public keys. null: signatures are not accepted. */
    jwksUrl: string | null;
    requireSignedRequests: boolean;
    revokedKeyIds: string[];
  };
  /** Nonce of a signed call. `keyid`: the buyer agent and its key. */
  readonly agentNonce: { keyid: string; scope: string; nonce: string; expiresAt: Date };
  /** Amounts by which an agent with a daily limit increased budgets. */
  readonly buyerCommitment: { buyerAgentId: number; micros: number; currency: string; committedAt: Date };
};

export const buyerAgentRows = rowRules({
  table: 'buyerAgent',
  visibleTo: 'onlyUnrestricted',
  snapshot: 'none',
  search: null,
});
