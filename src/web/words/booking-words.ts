import type { Booking } from '../../client/generated/types.gen.ts';
import type { BookingType } from '../../core/words/statuses.ts';
import { manyText } from './figures.ts';

/** Types of bookings in words. */
export const bookingTypeWords: Readonly<Record<BookingType, string>> = {
  display: 'Display',
  in_store: 'In-store',
  sponsored_products: 'Sponsored products (beta)',
};

type Method = Booking['delivery']['method'];

/** How a booking takes part, and when to choose it. */
export const methodWords: Readonly<Record<Method, { readonly text: string; readonly means: string }>> = {
  share: { text: 'Share', means: 'Its part of the requests by priority and end date.' },
  share_of_voice: { text: 'Share of voice', means: 'An exact percentage of the requests that it fits.' },
  even: { text: 'Even', means: 'Its goal, spread over the time until its end.' },
  asap: { text: 'As fast as possible', means: 'Its goal, as soon as higher priorities leave room.' },
  fill: { text: 'Fill', means: 'Only where no other booking can.' },
};

/** Where a booking delivers, counted. */
export function placesText(booking: Booking): string {
  const places = [
    { ids: booking.positionIds, one: 'position' },
    { ids: booking.locationIds, one: 'location' },
    { ids: booking.publicationIds, one: 'publication' },
    { ids: booking.publisherIds, one: 'publisher' },
  ].filter(({ ids }) => ids.length > 0);
  return places.length === 0 ? 'Nowhere yet' : places.map(({ ids, one }) => manyText(ids.length, one)).join(', ');
}
