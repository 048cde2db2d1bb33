import { decimalFromMicros } from '../../core/words/money.ts';
import { presentDelivery } from '../booking/delivery-columns.ts';
import type { StoredBooking } from '../booking/read-booking-facts.ts';
import type { ThoughtBooking } from './share-places.ts';

/** A saved booking as one that is thought of in its own place. */
export function thoughtOfStored(booking: StoredBooking): ThoughtBooking {
  const { pricingModel: model, rateMicros, rateCurrency } = booking;
  const hasPrice = model !== null && rateMicros !== null && rateCurrency !== null;
  return {
    bookingId: booking.id,
    positionIds: booking.positionIds,
    locationIds: booking.locationIds,
    publicationIds: booking.publicationIds,
    publisherIds: booking.publisherIds,
    priority: booking.priority,
    startDate: booking.startDate.toISOString(),
    endDate: booking.endDate?.toISOString() ?? null,
    delivery: presentDelivery(booking.delivery),
    pricing: hasPrice
      ? { model: model as 'cpm', rate: { amount: decimalFromMicros(rateMicros), currency: rateCurrency } }
      : null,
  };
}
