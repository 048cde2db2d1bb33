import type { SharePreviewBody } from '../../../client/generated/types.gen.ts';
import type { BookingValues } from './booking-values.ts';

type ShareTerms = Pick<
  BookingValues,
  | 'positionIds'
  | 'locationIds'
  | 'publicationIds'
  | 'publisherIds'
  | 'priority'
  | 'startDate'
  | 'endDate'
  | 'delivery'
  | 'pricing'
>;

/** The body of a share preview for the terms of a booking. @param bookingId the saved booking that they replace */
export function shareBodyOf(terms: ShareTerms, bookingId: number | null): SharePreviewBody {
  const { positionIds, locationIds, publicationIds, publisherIds, priority, startDate, endDate, delivery, pricing } =
    terms;
  const inventory = { positionIds, locationIds, publicationIds, publisherIds };
  return { bookingId, ...inventory, priority, startDate, endDate, delivery, pricing } as SharePreviewBody;
}
