import { sql, type Transaction } from 'kysely';
import type { BookingBody } from '../../../contract/booking/booking.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { invalidField } from '../../records/domain-error.ts';
import type { WriteContext } from '../../records/resource.ts';

/**
 * Checks that the price of a booking has the currency of the budget of its campaign.
 * @throws DomainError `invalid_request`
 */
export async function requireCurrencyOfBudget(body: BookingBody, write: WriteContext<'booking'>): Promise<void> {
  const currency = body.pricing?.rate.currency;
  if (currency === undefined || write.current?.rateCurrency === currency) return;
  await lockPricesOfCampaign(write.transaction, body.campaignId);
  const campaign = await write.transaction
    .selectFrom('campaign')
    .select('campaign.budgetCurrency')
    .where('campaign.id', '=', body.campaignId)
    .executeTakeFirst();
  const required = campaign?.budgetCurrency ?? currency;
  if (required === currency) return;
  throw invalidField(
    '/pricing/rate/currency',
    'other_currency',
    fieldMessage('budgetCurrency', { currency: required }),
  );
}

/**
 * Serializes setting the price of a booking and the budget of its campaign. Must be locked after the row of the booking
 * or campaign, as `lockBrandsOfCampaign`.
 */
export async function lockPricesOfCampaign(transaction: Transaction<Database>, campaignId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`campaign-prices ${campaignId}`}, 0))`.execute(transaction);
}
