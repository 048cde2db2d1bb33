import type { CreateMediaBuyResponse, GetMediaBuysResponse } from '@adcp/sdk/types';
import type { PackageTerms } from '../../../../platform/db/tables/media-buy-tables.ts';
import type { SellerContext } from '../seller-context.ts';
import type { CreativeIds } from './creative-ids.ts';
import { isLive, statusOfMediaBuy, validActionsOf } from './media-buy-status.ts';
import { protocolIdOf, type StoredMediaBuy, type StoredPackage } from './read-media-buys.ts';

type MediaBuy = GetMediaBuysResponse['media_buys'][number];
type PackageStatus = MediaBuy['packages'][number];
/** Response to a purchase that needs no approval, and the result of its task otherwise. */
export type Purchased = Extract<CreateMediaBuyResponse, { media_buy_id: string }>;
type PurchasedPackage = Purchased['packages'][number];

const microsPerUnit = 1_000_000;

/** Returns a purchase as in `get_media_buys`. */
export function presentMediaBuy(
  buy: StoredMediaBuy,
  { nowMs }: Pick<SellerContext, 'nowMs'>,
  ids: CreativeIds,
): MediaBuy {
  const status = statusOfMediaBuy(buy, nowMs);
  const { canceledAt, canceledBy, cancellationReason, confirmedAt, campaign, packages } = buy;
  return {
    media_buy_id: protocolIdOf(buy),
    status,
    currency: campaign.currency,
    total_budget: campaign.budgetMicros / microsPerUnit,
    ...flightOf(packages),
    ...(confirmedAt !== null && { confirmed_at: confirmedAt.toISOString() }),
    ...(status === 'canceled' && {
      cancellation: {
        canceled_at: (canceledAt ?? buy.updatedAt).toISOString(),
        canceled_by: canceledBy === 'buyer' ? ('buyer' as const) : ('seller' as const),
        ...(cancellationReason !== null && { reason: cancellationReason }),
      },
    }),
    revision: buy.revision,
    created_at: buy.createdAt.toISOString(),
    updated_at: buy.updatedAt.toISOString(),
    valid_actions: validActionsOf(buy, nowMs),
    packages: packages.map((sold) => presentPackageStatus(sold, ids)),
  };
}

/** Returns a purchase as in the response to `create_media_buy`. */
export function presentPurchase(
  buy: StoredMediaBuy,
  { nowMs }: Pick<SellerContext, 'nowMs'>,
  ids: CreativeIds,
): Purchased {
  const status = statusOfMediaBuy(buy, nowMs);
  return {
    media_buy_id: protocolIdOf(buy),
    status,
    ...(buy.confirmedAt !== null && { confirmed_at: buy.confirmedAt.toISOString() }),
    revision: buy.revision,
    valid_actions: validActionsOf(buy, nowMs),
    packages: buy.packages.map((sold) => presentPackage(sold, ids)),
  };
}

/** Returns a package as in the responses to `create_media_buy` and `update_media_buy`. */
export function presentPackage(sold: StoredPackage, ids: CreativeIds): PurchasedPackage {
  const { terms, ads } = sold;
  return {
    ...commonOf(sold),
    product_id: sold.productAlias ?? String(sold.productPackageId),
    pricing_option_id: sold.pricingOptionCode,
    ...(terms.pacing !== undefined && { pacing: terms.pacing as NonNullable<PurchasedPackage['pacing']> }),
    ...echoedTerms(terms),
    creative_assignments: [
      ...ads.map(({ creativeId, weight }) => ({ creative_id: ids.idOf(creativeId), weight: Math.min(100, weight) })),
      ...(terms.awaitedCreatives ?? []).map(({ creativeId, weight }) => ({
        creative_id: creativeId,
        weight: Math.min(100, weight),
      })),
    ],
  } as PurchasedPackage;
}

function presentPackageStatus(sold: StoredPackage, ids: CreativeIds): PackageStatus {
  const { terms, ads, budgetCurrency } = sold;
  return {
    ...commonOf(sold),
    product_id: sold.productAlias ?? String(sold.productPackageId),
    currency: budgetCurrency,
    ...(terms.targetingOverlay !== undefined && { targeting_overlay: terms.targetingOverlay }),
    ...(ads.length > 0 && {
      creative_approvals: ads.map(({ creativeId, state }) => ({
        creative_id: ids.idOf(creativeId),
        approval_status: approvalOf(state),
      })),
    }),
  };
}

function commonOf(sold: StoredPackage) {
  const { terms, canceledAt, cancellationReason, rejectionReason, startDate, endDate, updatedAt } = sold;
  const isCanceled = !isLive(sold);
  const reason = cancellationReason ?? rejectionReason;
  return {
    package_id: String(sold.bookingId),
    budget: sold.budgetMicros / microsPerUnit,
    ...(terms.bidPrice !== undefined && { bid_price: terms.bidPrice }),
    start_time: startDate.toISOString(),
    ...(endDate !== null && { end_time: endDate.toISOString() }),
    paused: sold.paused,
    canceled: isCanceled,
    ...(isCanceled && {
      cancellation: {
        canceled_at: (canceledAt ?? updatedAt).toISOString(),
        canceled_by: canceledAt === null ? ('seller' as const) : ('buyer' as const),
        ...(reason !== null && { reason }),
      },
    }),
  };
}

function echoedTerms({ targetingOverlay, measurementTerms, context }: PackageTerms) {
  return {
    ...(targetingOverlay !== undefined && { targeting_overlay: targetingOverlay }),
    ...(measurementTerms !== undefined && { measurement_terms: measurementTerms }),
    ...(context !== undefined && { context }),
  };
}

function approvalOf(state: StoredPackage['ads'][number]['state']) {
  if (state === 'approved') return 'approved' as const;
  return state === 'rejected' ? ('rejected' as const) : ('pending_review' as const);
}

/** Returns the earliest start and the latest end of the packages. */
function flightOf(packages: readonly StoredPackage[]) {
  const starts = packages.map(({ startDate }) => startDate.getTime());
  const ends = packages.flatMap(({ endDate }) => endDate?.getTime() ?? []);
  return {
    ...(starts.length > 0 && { start_time: new Date(Math.min(...starts)).toISOString() }),
    ...(ends.length > 0 && { end_time: new Date(Math.max(...ends)).toISOString() }),
  };
}
