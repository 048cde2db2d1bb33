import { sql, type Transaction } from 'kysely';
import type { BookingBody } from '../../../contract/booking/booking.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { uncappedModelCodes } from '../../../core/pricing/price-model.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { oncePerTransaction } from '../../../platform/db/transaction-memory.ts';
import { invalidField } from '../../records/domain-error.ts';
import type { WriteContext } from '../../records/resource.ts';
import { isMove } from './move/require-move.ts';

/**
 * Checks that the budget of the campaign of a booking can cap its price: the same currency, and no price of conversions.
 * @throws DomainError `invalid_request`
 */
export async function requirePriceOfBudget(body: BookingBody, write: WriteContext<'booking'>): Promise<void> {
  if (!body.pricing) return;
  const { model, rate } = body.pricing;
  const { currency } = rate;
  const { current } = write;
  const isKept = current?.rateCurrency === currency && current.pricingModel === model;
  if (isKept && !isMove(body, current)) return;
  await lockPricesOfCampaign(write.transaction, body.campaignId);
  const campaign = await oncePerTransaction(write.transaction, `budget of campaign ${body.campaignId}`, () =>
    write.transaction
      .selectFrom('campaign')
      .select('campaign.budgetCurrency')
      .where('campaign.id', '=', body.campaignId)
      .executeTakeFirst(),
  );
  const required = campaign?.budgetCurrency ?? null;
  if (required === null) return;
  if (uncappedModelCodes.includes(model)) {
    throw invalidField('/pricing/model', 'not_capped', fieldMessage('modelWithBudget', { model }));
  }
  if (required === currency) return;
  const message = fieldMessage('budgetCurrency', { currency: required });
  throw invalidField('/pricing/rate/currency', 'other_currency', message);
}

/**
 * Serializes setting the price of a booking and the budget of its campaign. Must be locked after the row of the booking
 * or campaign, as `lockBrandsOfCampaign`.
 */
export async function lockPricesOfCampaign(transaction: Transaction<Database>, campaignId: number): Promise<void> {
  const name = `campaign-prices ${campaignId}`;
  await oncePerTransaction(transaction, name, () =>
    sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction),
  );
}
