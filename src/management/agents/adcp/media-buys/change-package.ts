import type { Kysely } from 'kysely';
import type { BookingSettings } from '../../../../contract/booking/booking-template.ts';
import type { PriceModel } from '../../../../core/pricing/price-model.ts';
import type { AllowedTargeting, DeliveryType } from '../../../../core/vocabulary/codes/selling-codes.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import type { PackageTerms } from '../../../../platform/db/tables/media-buy-tables.ts';
import { requestError } from '../protocol-error.ts';
import { assignmentsOf, budgetOf, divideAssignments, termsOf, withTargeting } from './plan-package.ts';
import { purchasedDelivery } from './purchased-delivery.ts';
import type { StoredPackage } from './read-media-buys.ts';
import type { PackageChange, TargetingOverlay } from './request-types.ts';
import { convertOverlay } from './targeting-overlay.ts';

/** The product of a purchased package, also if it is no longer for sale. */
export type SoldProduct = {
  readonly deliveryType: DeliveryType;
  readonly allowedTargeting: readonly AllowedTargeting[];
  readonly settings: BookingSettings;
};

/** A change of a package in the form in which it is saved. */
export type PlannedPackageChange = {
  readonly bookingId: number;
  /** Merge patch of the booking. */
  readonly patch: Readonly<Record<string, unknown>>;
  readonly budgetMicros: number;
  readonly terms: PackageTerms;
  readonly hasInventoryLists: boolean;
};

/** Reads the products of purchased packages. */
export async function readSoldProducts(
  database: Kysely<Database>,
  productPackageIds: readonly number[],
): Promise<ReadonlyMap<number, SoldProduct>> {
  const rows = await database
    .selectFrom('productPackage')
    .innerJoin('bookingTemplate', 'bookingTemplate.id', 'productPackage.bookingTemplateId')
    .select([
      'productPackage.id',
      'productPackage.deliveryType',
      'productPackage.allowedTargeting',
      'bookingTemplate.settings',
    ])
    .where('productPackage.id', 'in', [...productPackageIds])
    .execute();
  return new Map(
    rows.map(({ id, deliveryType, allowedTargeting, settings }) => [
      id,
      {
        deliveryType: deliveryType as DeliveryType,
        allowedTargeting: allowedTargeting as AllowedTargeting[],
        settings,
      },
    ]),
  );
}

/** What a change of a package refers to. */
export type ChangeContext = {
  readonly product: SoldProduct;
  /** Codes of segments by the ID of the buyer's audience. */
  readonly segments: ReadonlyMap<string, string>;
  /** Placard's creatives by the buyer's ID. */
  readonly creatives: ReadonlyMap<string, number>;
  /** Field of the request, for errors. */
  readonly field: string;
};

/**
 * Returns the change of a package. Members that the buyer does not send are not changed.
 * @throws AdcpError if the changed package cannot be sold
 */
export function planChange(sold: StoredPackage, change: PackageChange, given: ChangeContext): PlannedPackageChange {
  const { field, product } = given;
  refuseUnsupported(change, field);
  const {
    budget,
    start_time: start,
    end_time: end,
    targeting_overlay: overlay,
    creative_assignments: assigned,
  } = change;
  const budgetMicros = budget === undefined ? sold.budgetMicros : budgetOf(budget, field);
  const startMs = start === undefined ? sold.startDate.getTime() : Date.parse(start);
  const endMs = end === undefined ? (sold.endDate?.getTime() ?? Number.POSITIVE_INFINITY) : Date.parse(end);
  if (!(endMs > startMs)) throw requestError(`${field}.end_time`, 'The end must be after the start');
  const divided = assigned === undefined ? null : divideAssignments(assignmentsOf(assigned), given.creatives);
  const terms = {
    ...sold.terms,
    ...termsOf(change),
    ...(divided !== null && { awaitedCreatives: divided.awaited }),
  };
  const delivery = purchasedDelivery({
    deliveryType: product.deliveryType,
    model: sold.pricingModel as PriceModel,
    rateMicros: sold.rateMicros ?? 0,
    budgetMicros,
    currency: sold.budgetCurrency,
    startMs,
    endMs,
    pacing: terms.pacing,
    impressions: terms.impressions,
    field,
  });
  const targeting = targetingPatch(overlay, given);
  return {
    bookingId: sold.bookingId,
    patch: {
      ...(start !== undefined && { startDate: new Date(startMs).toISOString() }),
      ...(end !== undefined && { endDate: new Date(endMs).toISOString() }),
      // A merge patch keeps members that it does not name.
      delivery: { goal: null, budget: null, ...delivery },
      ...targeting.patch,
      ...(divided !== null && { creatives: divided.creatives }),
    },
    budgetMicros,
    terms,
    hasInventoryLists: targeting.hasInventoryLists,
  };
}

function targetingPatch(overlay: TargetingOverlay | undefined, { product, segments, field }: ChangeContext) {
  if (overlay === undefined) return { patch: {}, hasInventoryLists: false };
  const added = convertOverlay(overlay, {
    allowed: product.allowedTargeting,
    segments,
    field: `${field}.targeting_overlay`,
  });
  return { patch: withTargeting(product.settings, added), hasInventoryLists: added.hasInventoryLists };
}

const unsupportedMembers = [
  'creatives',
  'optimization_goals',
  'keyword_targets_add',
  'keyword_targets_remove',
  'negative_keywords_add',
  'negative_keywords_remove',
] as const satisfies readonly (keyof PackageChange)[];

function refuseUnsupported(change: PackageChange, field: string): void {
  const member = unsupportedMembers.find((name) => change[name] !== undefined && change[name].length > 0);
  if (member === undefined) return;
  throw requestError(`${field}.${member}`, 'This member is not supported', 'UNSUPPORTED_FEATURE');
}
