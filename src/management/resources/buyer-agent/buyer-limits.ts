import { sql, type Transaction } from 'kysely';
import type { CampaignBody } from '../../../contract/booking/campaign.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { decimalFromMicros, microsFromDecimal } from '../../../core/vocabulary/money.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { oncePerTransaction } from '../../../platform/db/transaction-memory.ts';
import { invalidField } from '../../records/domain-error.ts';
import type { WriteContext } from '../../records/resource.ts';

/**
 * Requires that the budget of a campaign is within the limits of the buyer agent that saves it, and records the amount
 * by which the budget increased. Does nothing for other callers. Calls of one agent are checked one after the other,
 * so that concurrent calls cannot exceed the daily limit together. Source: docs/decisions/0239-selling-to-agents.md.
 */
export async function requireWithinBuyerLimits(
  { budget }: CampaignBody,
  { caller, transaction, current }: WriteContext<'campaign'>,
  nowMs: number,
): Promise<void> {
  if (caller.kind !== 'service-account') return;
  const buyer = await lockBuyer(transaction, caller.id);
  if (buyer === undefined) return;
  const campaignLimit = limitOf(buyer.maxCampaignBudgetMicros, buyer.maxCampaignBudgetCurrency);
  const dailyLimit = limitOf(buyer.maxDailyBudgetMicros, buyer.maxDailyBudgetCurrency);
  if (campaignLimit === null && dailyLimit === null) return;
  const micros = budget ? (microsFromDecimal(budget.amount) ?? Number.POSITIVE_INFINITY) : null;
  // Ad operations may have saved a larger budget. Other fields can still be changed.
  if (current?.budgetMicros === micros && current.budgetCurrency === (budget?.currency ?? null)) return;
  if (!budget || micros === null) throw invalidField('/budget', 'required', fieldMessage('budgetOfBuyer'));
  for (const limit of [campaignLimit, dailyLimit]) {
    if (limit !== null && limit.currency !== budget.currency)
      throw invalidField('/budget/currency', 'other_currency', fieldMessage('currencyOfLimit', limit));
  }
  if (campaignLimit !== null && micros > campaignLimit.micros)
    throw overLimit('budgetOverCampaignLimit', campaignLimit);
  const before = current?.budgetCurrency === budget.currency ? (current.budgetMicros ?? 0) : 0;
  const increase = micros - before;
  if (dailyLimit === null || increase <= 0) return;
  const recent = await committedSince(transaction, buyer.id, new Date(nowMs - dayMs), budget.currency);
  if (recent + increase > dailyLimit.micros) throw overLimit('budgetOverDailyLimit', dailyLimit);
  await transaction
    .insertInto('buyerCommitment')
    .values({ buyerAgentId: buyer.id, micros: increase, currency: budget.currency, committedAt: new Date(nowMs) })
    .execute();
}

type Limit = { readonly micros: number; readonly currency: string };

function limitOf(micros: number | null, currency: string | null): Limit | null {
  return micros === null || currency === null ? null : { micros, currency };
}

function overLimit(message: 'budgetOverCampaignLimit' | 'budgetOverDailyLimit', { micros, currency }: Limit) {
  const amount = `${currency} ${decimalFromMicros(micros)}`;
  return invalidField('/budget/amount', 'over_limit', fieldMessage(message, { amount }));
}

function lockBuyer(transaction: Transaction<Database>, serviceAccountId: number) {
  return oncePerTransaction(transaction, `buyer agent of service account ${serviceAccountId}`, () =>
    transaction
      .selectFrom('buyerAgent')
      .selectAll()
      .where('buyerAgent.serviceAccountId', '=', serviceAccountId)
      .forUpdate()
      .executeTakeFirst(),
  );
}

async function committedSince(
  transaction: Transaction<Database>,
  buyerAgentId: number,
  since: Date,
  currency: string,
): Promise<number> {
  const { total } = await transaction
    .selectFrom('buyerCommitment')
    .select(sql<number>`coalesce(sum(buyer_commitment.micros), 0)::bigint`.as('total'))
    .where('buyerCommitment.buyerAgentId', '=', buyerAgentId)
    .where('buyerCommitment.currency', '=', currency)
    .where('buyerCommitment.committedAt', '>', since)
    .executeTakeFirstOrThrow();
  return total;
}
