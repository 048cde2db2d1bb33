/*
 * Values, queries and texts of bookings, without components.
 *
 * - `booking-values.ts`, `sponsored-values.ts`, `keyword-lines.ts`: fields of the editor and bodies of the API.
 * - `booking-queries.ts`, `booking-query.ts`, `booking-choices.ts`, `share-body.ts`, `use-draft-forecast.ts`: calls.
 *   `use-booking-edit.ts`: changes outside the editor. `term-labels.ts`, `keyword-labels.ts`, `use-term-names.ts`: texts.
 * - `active-days.ts`, `goal-figures.ts`: days and goals, as selections and texts.
 * - `term-changes.ts`: differences between two versions.
 */

import type { Booking, BookingBody } from '../../../client/generated/types.gen.ts';
import type { BookedInventory } from '../../inventory/model/booked-inventory.ts';
import { isTargetingComplete } from '../../targeting/targeting-model.ts';

/** Delivery settings of a booking. */
export type DeliveryValues = Booking['delivery'];
/** The editable fields of a booking. */
export type BookingValues = BookedInventory & {
  readonly campaignId: number | null;
  readonly name: string;
  readonly type: Booking['type'];
  readonly startDate: string;
  readonly endDate: string | null;
  readonly activeDays: Booking['activeDays'];
  readonly dayParts: Booking['dayParts'];
  readonly priority: number;
  readonly delivery: DeliveryValues;
  readonly pricing: Booking['pricing'];
  readonly caps: Booking['caps'];
  /** Only for type in_store. */
  readonly loop: Booking['loop'];
  /** Only for type sponsored_products. */
  readonly sponsored: Booking['sponsored'];
  readonly exclusionLabels: readonly string[];
  readonly duplicatesAllowed: boolean;
  readonly roadblock: Booking['roadblock'];
  readonly rotation: Booking['rotation'];
  readonly holdoutPercent: Booking['holdoutPercent'];
  readonly trackers: Booking['trackers'];
  readonly targeting: Booking['targeting'];
  readonly creatives: readonly BookedCreative[];
};
/** One creative in a booking. */
export type BookedCreative = {
  readonly creativeId: number;
  readonly weight: number;
  readonly startDate: string | null;
  readonly endDate: string | null;
};

/** The values of a stored booking. */
export function bookingValuesOf(booking: Booking): BookingValues {
  return {
    campaignId: booking.campaignId,
    name: booking.name,
    type: booking.type,
    startDate: booking.startDate,
    endDate: booking.endDate,
    activeDays: booking.activeDays,
    dayParts: booking.dayParts,
    positionIds: booking.positionIds,
    locationIds: booking.locationIds,
    publicationIds: booking.publicationIds,
    publisherIds: booking.publisherIds,
    priority: booking.priority,
    delivery: booking.delivery,
    pricing: booking.pricing,
    caps: booking.caps,
    loop: booking.loop,
    sponsored: booking.sponsored,
    exclusionLabels: booking.exclusionLabels,
    duplicatesAllowed: booking.duplicatesAllowed,
    roadblock: booking.roadblock,
    rotation: booking.rotation,
    holdoutPercent: booking.holdoutPercent,
    trackers: booking.trackers,
    targeting: booking.targeting,
    // Creatives of products are derived from `sponsored`.
    creatives: booking.creatives
      .filter(({ productId }) => productId === null)
      .map(({ creativeId, weight, startDate, endDate }) => ({
        creativeId,
        weight,
        startDate,
        endDate,
      })),
  };
}

/** The values of a new booking. */
export function emptyBooking(start: {
  readonly campaignId: number | null;
  readonly startDate: string;
  readonly endDate: string;
}): BookingValues {
  return {
    ...start,
    name: '',
    type: 'display',
    activeDays: [],
    dayParts: [],
    positionIds: [],
    locationIds: [],
    publicationIds: [],
    publisherIds: [],
    priority: 5,
    delivery: { method: 'share', percent: null, goal: null, budget: null, frontLoading: 0 },
    pricing: null,
    caps: [],
    loop: null,
    sponsored: null,
    exclusionLabels: [],
    duplicatesAllowed: false,
    roadblock: 'none',
    rotation: 'weighted',
    holdoutPercent: 0,
    trackers: {},
    targeting: null,
    creatives: [],
  };
}

/** The body of a create request. */
export function bookingBodyOf(values: BookingValues): BookingBody {
  return { ...values, campaignId: values.campaignId ?? 0 } as BookingBody;
}

/** Whether the booking has any inventory. */
export function hasInventory({ positionIds, locationIds, publicationIds, publisherIds }: BookedInventory): boolean {
  return [positionIds, locationIds, publicationIds, publisherIds].some((ids) => ids.length > 0);
}

/** A field that a booking requires to deliver. */
export type MissingField = 'campaign' | 'name' | 'inventory' | 'goal' | 'targeting' | 'creative' | 'products';

/** Fields that are required for delivery and not set, in the order of the editor. */
export function missingFieldsOf(values: BookingValues): readonly MissingField[] {
  const goalMissing = ['even', 'asap'].includes(values.delivery.method) && values.delivery.goal === null;
  return [
    ...(values.campaignId === null ? ['campaign' as const] : []),
    ...(values.name.trim() === '' ? ['name' as const] : []),
    ...(hasInventory(values) ? [] : ['inventory' as const]),
    ...(goalMissing ? ['goal' as const] : []),
    ...(isTargetingComplete(values.targeting) ? [] : ['targeting' as const]),
    ...(values.creatives.length === 0 && values.sponsored === null ? [contentOf(values.type)] : []),
  ];
}

/** Whether a draft requires the field too. The other fields are required for the submission. */
export function isForDraft(field: MissingField): boolean {
  return field === 'campaign' || field === 'name';
}

function contentOf(type: BookingValues['type']): MissingField {
  return type === 'sponsored_products' ? 'products' : 'creative';
}
