import type { Kysely } from 'kysely';
import type { PurchasedPackageView, PurchaseView } from '../../../contract/selling/purchase.ts';
import type { PurchaseAction, PurchaseWarning } from '../../../core/vocabulary/codes/selling-codes.ts';
import { decimalFromMicros, microsFromDecimal } from '../../../core/vocabulary/money.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { offersTo } from '../../access/acting-party.ts';
import type { Caller } from '../../access/caller.ts';
import { bookingScopes } from '../../resources/booking/present-booking.ts';
import type { StoredPackage } from '../adcp/media-buys/read-media-buys.ts';
import type { PurchasedBooking, StoredPurchase } from './read-purchases.ts';

/** Returns purchases as the API returns them to a caller. */
export async function presentPurchases(
  purchases: readonly StoredPurchase[],
  database: Kysely<Database>,
  caller: Caller,
): Promise<readonly PurchaseView[]> {
  const offers = await offersTo<'approve' | 'reject'>(caller, database, {
    ...bookingScopes,
    objects: purchases.map((purchase) => ({
      submittedBy: waitingBookings(purchase).flatMap(({ submittedBy }) => submittedBy),
    })),
  });
  return purchases.map((purchase, index) => {
    const isWaiting = waitingBookings(purchase).length > 0;
    const offered =
      offers[index]?.(({ mayApprove, isSubmitter }) =>
        isWaiting && mayApprove && !isSubmitter ? ['approve', 'reject'] : [],
      ) ?? [];
    const actions = offered.map((action): PurchaseAction => (action === 'approve' ? 'approve' : 'decline'));
    return presentPurchase(purchase, actions);
  });
}

/** Returns the bookings of a purchase that wait for review. */
export function waitingBookings({ bookings }: StoredPurchase): readonly PurchasedBooking[] {
  return [...bookings.values()].filter(({ status }) => status === 'pending_approval');
}

/** Returns a version that increases with each change of the purchase, its campaign and its bookings. */
export function versionOf({ buy, campaign, bookings }: StoredPurchase): number {
  return [...bookings.values()].reduce((sum, { version }) => sum + version, buy.revision + campaign.version);
}

function presentPurchase(purchase: StoredPurchase, availableActions: readonly PurchaseAction[]): PurchaseView {
  const { buy, state, buyer, campaign, bookings } = purchase;
  const { currency, budgetMicros, poNumber } = buy.campaign;
  const starts = buy.packages.map(({ startDate }) => startDate.getTime());
  const ends = buy.packages.map(({ endDate }) => endDate?.getTime() ?? Number.POSITIVE_INFINITY);
  return {
    id: buy.id,
    version: versionOf(purchase),
    state,
    availableActions: [...availableActions],
    buyerAgentId: buy.buyerAgentId,
    buyerAgentName: buyer.name,
    test: buyer.test,
    operator: operatorOf(buy.accountId),
    campaignId: buy.campaignId,
    campaignName: campaign.name,
    advertiserCompanyId: campaign.advertiserCompanyId,
    brandIds: [...campaign.brandIds],
    poNumber,
    budget: { amount: decimalFromMicros(budgetMicros), currency },
    startDate: instantOf(Math.min(...starts)),
    endDate: instantOf(Math.max(...ends)),
    packages: buy.packages.flatMap((sold) => {
      const booking = bookings.get(sold.bookingId);
      return booking === undefined ? [] : [presentPackage(sold, booking)];
    }),
    proposalId: buy.proposalId,
    brief: buy.brief,
    createdAt: buy.createdAt.toISOString(),
    confirmedAt: buy.confirmedAt?.toISOString() ?? null,
    declinedAt: buy.declinedAt?.toISOString() ?? null,
    cancelledAt: buy.canceledAt?.toISOString() ?? null,
    cancellationReason: buy.cancellationReason,
  };
}

function instantOf(atMs: number): string | null {
  return Number.isFinite(atMs) ? new Date(atMs).toISOString() : null;
}

/** Returns the agency of an account of the protocol: `brand-12-agency.example`. */
function operatorOf(accountId: string): string | null {
  return /^brand-\d+-(.+)$/.exec(accountId)?.[1] ?? null;
}

function presentPackage(sold: StoredPackage, booking: PurchasedBooking): PurchasedPackageView {
  const { terms, pricingModel, rateMicros } = sold;
  const { rateCurrency, pricingOptions } = booking;
  const price =
    pricingModel === null || rateMicros === null || rateCurrency === null
      ? null
      : {
          model: pricingModel as NonNullable<PurchasedPackageView['price']>['model'],
          rate: { amount: decimalFromMicros(rateMicros), currency: rateCurrency },
        };
  const option = pricingOptions.find(({ code }) => code === sold.pricingOptionCode);
  const packagePrice =
    option === undefined ? null : { model: option.model as NonNullable<typeof price>['model'], rate: option.rate };
  return {
    bookingId: sold.bookingId,
    name: booking.name,
    status: sold.canceledAt === null ? booking.status : 'cancelled',
    productPackageId: sold.productPackageId,
    productPackageName: booking.productPackageName,
    budget: { amount: decimalFromMicros(sold.budgetMicros), currency: sold.budgetCurrency },
    price,
    packagePrice,
    startDate: sold.startDate.toISOString(),
    endDate: sold.endDate?.toISOString() ?? null,
    reason: sold.cancellationReason ?? sold.rejectionReason,
    pacing: terms.pacing ?? null,
    impressions: terms.impressions ?? null,
    bidPrice: terms.bidPrice ?? null,
    targetingOverlay: terms.targetingOverlay === undefined ? null : { ...terms.targetingOverlay },
    measurementTerms: terms.measurementTerms === undefined ? null : { ...terms.measurementTerms },
    creatives: sold.ads.map(({ creativeId, state, weight }) => ({ creativeId, state, weight })),
    awaitedCreatives: (terms.awaitedCreatives ?? []).map(({ creativeId }) => creativeId),
    warnings: warningsOf(sold, isSamePrice(price, packagePrice)),
  };
}

type Price = PurchasedPackageView['price'];

function isSamePrice(one: Price, other: Price): boolean {
  return (
    one?.model === other?.model &&
    one?.rate.currency === other?.rate.currency &&
    microsFromDecimal(one?.rate.amount ?? '') === microsFromDecimal(other?.rate.amount ?? '')
  );
}

function warningsOf({ terms, ads }: StoredPackage, hasPackagePrice: boolean): PurchaseWarning[] {
  const { targetingOverlay: overlay = {}, measurementTerms, bidPrice, awaitedCreatives = [] } = terms;
  const applies: Readonly<Record<PurchaseWarning, boolean>> = {
    PROPERTY_LIST_NOT_APPLIED: 'property_list' in overlay,
    COLLECTION_LIST_NOT_APPLIED: 'collection_list' in overlay || 'collection_list_exclude' in overlay,
    MEASUREMENT_TERMS_NOT_APPLIED: measurementTerms !== undefined,
    BID_PRICE_NOT_APPLIED: bidPrice !== undefined,
    PRICE_CHANGED: !hasPackagePrice,
    CREATIVES_MISSING: ads.length === 0,
    CREATIVES_AWAITED: awaitedCreatives.length > 0,
  };
  return (Object.keys(applies) as PurchaseWarning[]).filter((warning) => applies[warning]);
}
