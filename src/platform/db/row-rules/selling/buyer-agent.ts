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
  };
  /** Amounts by which an agent with a daily limit increased budgets. */
  readonly buyerCommitment: { buyerAgentId: number; micros: number; currency: string; committedAt: Date };
};

export const buyerAgentRows = rowRules({
  table: 'buyerAgent',
  visibleTo: 'onlyUnrestricted',
  snapshot: 'none',
  search: null,
});
