/*
 * Values, queries and wording of bookings, without components of pages.
 *
 * - `booking-values.ts`, `sponsored-values.ts`, `keyword-lines.ts`: fields of the editor and bodies of the API.
 * - `booking-queries.ts`, `booking-choices.ts`: calls. `term-labels.ts`, `keyword-labels.ts`, `use-term-names.ts`:
 *   wording.
 * - `term-changes.ts`: what differs between two versions.
 */

import type { Booking, BookingBody } from '../../../client/generated/types.gen.ts';
import type { BookedInventory } from '../../inventory/model/booked-inventory.ts';

/** How a booking takes part, as it is written. */
export type DeliveryValues = Booking['delivery'];
/** What a person writes of a booking. */
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
  /** Of a booking of type in_store. */
  readonly loop: Booking['loop'];
  /** Of a booking of type sponsored_products. */
  readonly sponsored: Booking['sponsored'];
  readonly exclusionLabels: readonly string[];
  readonly duplicatesAllowed: boolean;
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
    targeting: booking.targeting,
    // Those of products follow from what is sponsored.
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

/** A booking that nobody has written anything of yet. */
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
    delivery: { method: 'share', percent: null, goal: null, frontLoading: 0 },
    pricing: null,
    caps: [],
    loop: null,
    sponsored: null,
    exclusionLabels: [],
    duplicatesAllowed: false,
    targeting: null,
    creatives: [],
  };
}

/** The body of a create. */
export function bookingBodyOf(values: BookingValues): BookingBody {
  return { ...values, campaignId: values.campaignId ?? 0 } as BookingBody;
}

function shownBy(type: BookingValues['type']): string {
  return type === 'sponsored_products' ? 'products in a format' : 'a creative';
}

/** What of the values is still missing before the booking can deliver, in the order in which it is asked for. */
export function missingFieldsOf(values: BookingValues): readonly string[] {
  const places = [values.positionIds, values.locationIds, values.publicationIds, values.publisherIds];
  const goalMissing = ['even', 'asap'].includes(values.delivery.method) && values.delivery.goal === null;
  return [
    ...(values.campaignId === null ? ['a campaign'] : []),
    ...(values.name.trim() === '' ? ['a name'] : []),
    ...(places.every((ids) => ids.length === 0) ? ['positions'] : []),
    ...(goalMissing ? ['a goal'] : []),
    ...(values.creatives.length === 0 && values.sponsored === null ? [shownBy(values.type)] : []),
  ];
}
