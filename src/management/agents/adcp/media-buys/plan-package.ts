import { type BookingBody, bookingBody } from '../../../../contract/booking/booking.ts';
import type { BookingSettings } from '../../../../contract/booking/booking-template.ts';
import type { CapBody } from '../../../../contract/booking/delivery.ts';
import type { TargetingTree } from '../../../../contract/booking/targeting.ts';
import { decimalFromMicros, microsFromDecimal } from '../../../../core/vocabulary/money.ts';
import type { PackageTerms } from '../../../../platform/db/tables/media-buy-tables.ts';
import { parseBody } from '../../../records/field-errors.ts';
import type { Offer } from '../products/offer.ts';
import { requestError } from '../protocol-error.ts';
import { purchasedDelivery } from './purchased-delivery.ts';
import type { PackageRequest } from './request-types.ts';
import { convertOverlay, type PurchasedTargeting } from './targeting-overlay.ts';

/** A package of a purchase that can be saved as a booking. */
export type PlannedPackage = {
  readonly offer: Offer;
  /** The booking without its campaign and creatives. */
  readonly settings: Omit<BookingBody, 'campaignId' | 'creatives'>;
  readonly budgetMicros: number;
  readonly currency: string;
  readonly pricingOptionCode: string;
  readonly terms: PackageTerms;
  /** Whether ad operations must apply lists of properties before it delivers. */
  readonly hasInventoryLists: boolean;
  readonly creatives: readonly Assignment[];
  readonly paused: boolean;
};

/** What the packages of a purchase have in common. */
export type PurchaseRules = {
  readonly offers: readonly Offer[];
  readonly startMs: number;
  readonly endMs: number;
  /** Codes of segments by the ID of the buyer's audience. */
  readonly segments: ReadonlyMap<string, string>;
};

/**
 * Returns the booking of a package.
 * @param field of the request, for errors: `packages[0]`
 * @throws AdcpError if the package cannot be sold as requested
 */
export function planPackage(request: PackageRequest, field: string, rules: PurchaseRules): PlannedPackage {
  const offer = rules.offers.find(({ productId }) => productId === request.product_id);
  if (offer === undefined) {
    throw requestError(`${field}.product_id`, 'There is no such product', 'PRODUCT_NOT_FOUND');
  }
  const option = offer.pricingOptions.find(({ code }) => code === request.pricing_option_id);
  if (option === undefined) throw requestError(`${field}.pricing_option_id`, 'The product has no such pricing option');
  const { currency } = option.rate;
  const rateMicros = microsFromDecimal(option.rate.amount) ?? 0;
  const budgetMicros = budgetOf(request.budget, field);
  requireMinimum(offer, { budgetMicros, currency, field });
  const [startMs, endMs] = flightOf(request, field, rules);
  const overlay = request.targeting_overlay ?? {};
  const overlayField = `${field}.targeting_overlay`;
  const targeting = convertOverlay(overlay, {
    allowed: offer.allowedTargeting,
    segments: rules.segments,
    field: overlayField,
  });
  const delivery = purchasedDelivery({
    deliveryType: offer.deliveryType,
    model: option.model,
    rateMicros,
    budgetMicros,
    currency,
    startMs,
    endMs,
    pacing: request.pacing,
    impressions: request.impressions,
    field,
  });
  const body = parseBody(bookingBody, {
    ...reused(offer.settings),
    campaignId: 1,
    name: offer.name,
    startDate: new Date(startMs).toISOString(),
    endDate: new Date(endMs).toISOString(),
    ...withTargeting(offer.settings, targeting),
    pricing: { model: option.model, rate: option.rate },
    delivery,
    creatives: [],
  });
  const { campaignId: _, creatives: __, ...settings } = body;
  return {
    offer,
    settings,
    budgetMicros,
    currency,
    pricingOptionCode: option.code,
    terms: termsOf(request),
    hasInventoryLists: targeting.hasInventoryLists,
    creatives: assignmentsOf(request.creative_assignments),
    paused: request.paused === true,
  };
}

const microsPerUnit = 1_000_000;

/** Returns the budget of a request in micro-units. */
export function budgetOf(amount: number, field: string): number {
  const micros = Math.round(amount * microsPerUnit);
  if (micros > 0 && Number.isSafeInteger(micros)) return micros;
  throw requestError(`${field}.budget`, 'The budget must be greater than 0 and below 9 billion');
}

/** Returns the targeting and caps of a booking: those of the template and those that the buyer adds. */
export function withTargeting(
  { targeting, caps }: Pick<BookingSettings, 'targeting' | 'caps'>,
  added: PurchasedTargeting,
): { readonly targeting: TargetingTree | null; readonly caps: readonly CapBody[] } {
  const conditions = [...(targeting === null ? [] : [targeting]), ...added.conditions];
  return { targeting: allOf(conditions), caps: mergedCaps(caps, added.caps) };
}

function allOf(conditions: readonly TargetingTree[]): TargetingTree | null {
  const [first, ...others] = conditions;
  if (first === undefined) return null;
  return others.length === 0 ? first : { all: conditions };
}

/** Of two caps of the same scope and subject, the stricter one applies. */
function mergedCaps(own: readonly CapBody[], added: readonly CapBody[]): readonly CapBody[] {
  const merged = new Map<string, CapBody>();
  for (const cap of [...own, ...added]) {
    const key = `${cap.scope} ${cap.per ?? 'viewer'}`;
    const before = merged.get(key);
    if (before === undefined || cap.most < before.most) merged.set(key, cap);
  }
  return [...merged.values()];
}

/** A weight of the protocol is a share of 100. Placard has integers from 1. */
function weightOf(weight: number | undefined): number {
  return weight === undefined ? 1 : Math.max(1, Math.round(weight));
}

function reused({ creatives: _, pricing: __, delivery: ___, ...settings }: BookingSettings) {
  return settings;
}

function requireMinimum(
  { minimumBudget }: Offer,
  { budgetMicros, currency, field }: { readonly budgetMicros: number; readonly currency: string; field: string },
): void {
  if (minimumBudget === null || minimumBudget.currency !== currency || budgetMicros >= minimumBudget.micros) return;
  const message = `The minimum budget of the product is ${currency} ${decimalFromMicros(minimumBudget.micros)}`;
  throw requestError(`${field}.budget`, message, 'BUDGET_TOO_LOW');
}

function flightOf(
  { start_time: start, end_time: end }: PackageRequest,
  field: string,
  { startMs, endMs }: PurchaseRules,
): [startMs: number, endMs: number] {
  const from = start === undefined ? startMs : Date.parse(start);
  const to = end === undefined ? endMs : Date.parse(end);
  if (from < startMs) throw requestError(`${field}.start_time`, 'The package must not start before the media buy');
  if (to > endMs) throw requestError(`${field}.end_time`, 'The package must not end after the media buy');
  if (to <= from) throw requestError(`${field}.end_time`, 'The end must be after the start');
  return [from, to];
}

/** An assignment of a creative by the ID of the buyer. */
type Assignment = { readonly creativeId: string; readonly weight: number };

/** Divides assignments into creatives that exist and creatives that the buyer has not synced yet. */
export function divideAssignments(assigned: readonly Assignment[], creatives: ReadonlyMap<string, number>) {
  return {
    creatives: assigned.flatMap(({ creativeId, weight }) => {
      const id = creatives.get(creativeId);
      return id === undefined ? [] : [{ creativeId: id, weight, startDate: null, endDate: null }];
    }),
    awaited: assigned.filter(({ creativeId }) => !creatives.has(creativeId)),
  };
}

/** Returns the assignments of a request. */
export function assignmentsOf(given: PackageRequest['creative_assignments']): readonly Assignment[] {
  return (given ?? []).map(({ creative_id: creativeId, weight }) => ({ creativeId, weight: weightOf(weight) }));
}

/** Returns the members of a package that have no field of a booking. */
export function termsOf(request: Omit<PackageRequest, 'product_id' | 'budget' | 'pricing_option_id'>): PackageTerms {
  const {
    targeting_overlay: overlay,
    measurement_terms: terms,
    pacing,
    bid_price: bid,
    context,
    impressions,
  } = request;
  return {
    ...(overlay !== undefined && { targetingOverlay: { ...overlay } }),
    ...(terms !== undefined && { measurementTerms: { ...terms } }),
    ...(pacing !== undefined && { pacing }),
    ...(bid !== undefined && { bidPrice: bid }),
    ...(impressions !== undefined && { impressions }),
    ...(context !== undefined && { context: { ...context } }),
  };
}
