import { sql } from 'kysely';
import { isFullScope } from '../../../contract/access/scopes.ts';
import type { CampaignBody } from '../../../contract/booking/campaign.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import { uncappedModelCodes } from '../../../core/pricing/price-model.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { offerValidDays } from '../../../core/vocabulary/limits/booking-limits.ts';
import { microsFromDecimal } from '../../../core/vocabulary/money.ts';
import { detailMessage } from '../../records/detail-message.ts';
import { DomainError, invalidField } from '../../records/domain-error.ts';
import { requireReferences } from '../../records/require-references.ts';
import type { Columns, WriteContext } from '../../records/resource.ts';
import { lockPricesOfCampaign } from '../booking/budget-rules.ts';
import { lockBrandsOfCampaign } from '../booking/lock-brands.ts';
import { requireWithinBuyerLimits } from '../buyer-agent/buyer-limits.ts';
import { requireCompany } from '../media-partner/require-company.ts';

type Write = WriteContext<'campaign'>;

/** Returns the columns of a valid body after checking the rules that need the database. */
export async function campaignColumns(body: CampaignBody, write: Write, nowMs: number): Promise<Columns<'campaign'>> {
  await requirePartner(body, write, { field: 'advertiserCompanyId', role: 'ADVERTISER' });
  await requirePartner(body, write, { field: 'invoiceCompanyId', role: 'INVOICE' });
  await requireBrands(body, write);
  requireType(body, write);
  await requirePricesOfBudget(body, write);
  await requireWithinBuyerLimits(body, write, nowMs);
  return {
    name: body.name,
    externalId: body.externalId ?? null,
    advertiserCompanyId: body.advertiserCompanyId,
    invoiceCompanyId: body.invoiceCompanyId,
    brandIds: body.brandIds,
    poNumber: body.poNumber ?? null,
    type: body.type,
    validUntil: validUntilOf(body, write, nowMs),
    budgetMicros: body.budget ? microsFromDecimal(body.budget.amount) : null,
    budgetCurrency: body.budget?.currency ?? null,
  };
}

type Partner = { readonly field: 'advertiserCompanyId' | 'invoiceCompanyId'; readonly role: 'ADVERTISER' | 'INVOICE' };

async function requirePartner(body: CampaignBody, write: Write, { field, role }: Partner): Promise<void> {
  const id = body[field];
  if (write.current?.[field] === id) return;
  await requireCompany(write, { id, role, pointer: `/${field}` });
}

/** Brands must belong to the advertiser. A brand whose creatives are booked in the campaign cannot be removed. */
async function requireBrands(body: CampaignBody, write: Write): Promise<void> {
  const { transaction, current } = write;
  await requireReferences(write, {
    table: 'brand',
    noun: 'brands',
    pointer: '/brandIds',
    ids: body.brandIds,
    known: current?.brandIds ?? [],
  });
  const foreign = await transaction
    .selectFrom('brand')
    .select('brand.id')
    .where('brand.id', 'in', body.brandIds)
    .where('brand.mediaPartnerId', '!=', body.advertiserCompanyId)
    .orderBy('brand.id')
    .executeTakeFirst();
  if (foreign !== undefined) {
    const pointer = `/brandIds/${body.brandIds.indexOf(foreign.id)}`;
    throw invalidField(pointer, 'foreign_brand', fieldMessage('foreignBrand', { id: foreign.id }));
  }
  if (current?.brandIds.some((id) => !body.brandIds.includes(id))) {
    await lockBrandsOfCampaign(transaction, current.id);
    await requireBookedBrands(body, { ...write, current });
  }
}

async function requireBookedBrands(
  body: CampaignBody,
  write: Write & { readonly current: { id: number } },
): Promise<void> {
  const booked = await write.transaction
    .selectFrom('bookingCreative')
    .innerJoin('booking', 'booking.id', 'bookingCreative.bookingId')
    .innerJoin('creative', 'creative.id', 'bookingCreative.creativeId')
    .select(['creative.brandId', 'booking.id as bookingId'])
    .where('booking.campaignId', '=', write.current.id)
    .where('booking.archivedAt', 'is', null)
    .where('bookingCreative.removedAt', 'is', null)
    .where(sql<boolean>`not (creative.brand_id = any(${body.brandIds}::bigint[]))`)
    .orderBy('booking.id')
    .executeTakeFirst();
  if (booked === undefined) return;
  const message = fieldMessage('brandInUse', { brandId: booked.brandId, bookingId: booked.bookingId });
  throw invalidField('/brandIds', 'brand_in_use', message);
}

/**
 * A budget must have the currency of all prices of the campaign, and caps no prices of conversions. Its bookings cannot be
 * priced at the same time.
 */
async function requirePricesOfBudget({ budget }: CampaignBody, { transaction, current }: Write): Promise<void> {
  if (!budget || current === null) return;
  await lockPricesOfCampaign(transaction, current.id);
  const priced = await transaction
    .selectFrom('booking')
    .select(['booking.id', 'booking.rateCurrency', 'booking.pricingModel'])
    .where('booking.campaignId', '=', current.id)
    .where(({ eb, or }) =>
      or([eb('booking.rateCurrency', '!=', budget.currency), eb('booking.pricingModel', 'in', uncappedModelCodes)]),
    )
    .orderBy('booking.id')
    .executeTakeFirst();
  if (priced === undefined) return;
  const { pricingModel: model } = priced;
  if (model !== null && uncappedModelCodes.includes(model)) {
    throw invalidField('/budget', 'not_capped', fieldMessage('budgetWithModel', { bookingId: priced.id, model }));
  }
  const message = fieldMessage('bookingCurrency', { currency: priced.rateCurrency ?? '', bookingId: priced.id });
  throw invalidField('/budget/currency', 'other_currency', message);
}

/** The type of a campaign changes only by actions. Only ad operations create offers. */
function requireType({ type }: CampaignBody, { current, caller }: Write): void {
  if (current !== null && current.type !== type) {
    throw invalidField('/type', 'immutable', fieldMessage('typeImmutable'));
  }
  if (current === null && type === 'offer' && !isFullScope(caller.scopes)) {
    throw new DomainError('not_permitted', { detail: detailMessage('offersByOperations') });
  }
}

/**
 * Returns the expiration of an offer or option, by default after 14 days. Other types have none. Only ad operations may
 * set one later than the stored one or, without it, the default.
 */
function validUntilOf(body: CampaignBody, write: Write, nowMs: number): Date | null {
  const given = body.validUntil ? new Date(body.validUntil) : null;
  const stored = write.current?.validUntil ?? null;
  const kept = given?.getTime() === stored?.getTime();
  if (body.type === 'campaign') {
    if (given !== null && !kept) throw invalidField('/validUntil', 'not_an_offer', fieldMessage('onlyOfferOrOption'));
    return null;
  }
  const usual = new Date(nowMs + offerValidDays * dayMs);
  if (given === null) return stored ?? usual;
  if (kept) return given;
  if (given.getTime() <= nowMs) throw invalidField('/validUntil', 'invalid_value', fieldMessage('inFuture'));
  if (!isFullScope(write.caller.scopes) && given > (stored ?? usual)) {
    throw new DomainError('not_permitted', { detail: detailMessage('validityByOperations') });
  }
  return given;
}
