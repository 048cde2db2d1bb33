import { decimalFromMicros } from '../../../core/vocabulary/money.ts';
import { presentDelivery } from '../../resources/booking/delivery-columns.ts';
import type { StoredBooking } from '../../resources/booking/read-booking-facts.ts';
import type { DraftTerms } from './position-shares.ts';

/** Returns the terms of a stored booking as a draft that replaces itself. */
export function draftTermsOf(booking: StoredBooking): DraftTerms {
  const { pricingModel: model, rateMicros, rateCurrency } = booking;
  const hasPrice = model !== null && rateMicros !== null && rateCurrency !== null;
  return {
    bookingId: booking.id,
    positionIds: booking.positionIds,
    locationIds: booking.locationIds,
    publicationIds: booking.publicationIds,
    publisherIds: booking.publisherIds,
    targeting: booking.targeting,
    priority: booking.priority,
    startDate: booking.startDate.toISOString(),
    endDate: booking.endDate?.toISOString() ?? null,
    delivery: presentDelivery(booking.delivery),
    roadblock: booking.roadblock,
    pricing: hasPrice ? { model, rate: { amount: decimalFromMicros(rateMicros), currency: rateCurrency } } : null,
  };
}
