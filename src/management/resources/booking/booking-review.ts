import { sql } from 'kysely';
import { type BookingView, bookingBody } from '../../../contract/booking/booking.ts';
import type { BlockingReason } from '../../../core/words/reasons.ts';
import type { ReviewRules } from '../../api/resource/register-review.ts';

const notApproved: BlockingReason = 'BOOKING_NOT_APPROVED';

/** What of a booking a reviewer is told: the terms that its body decides. Creatives of products follow from `sponsored`. */
export const bookingReview: ReviewRules<'booking', BookingView> = {
  approveScope: 'bookings:approve',
  isApproved: ({ lifecycle, archivedAt }) => lifecycle === 'approved' && archivedAt === null,
  // Actions on its campaign write down a part of a booking, which says nothing of what is in its way.
  wasApproved: (state) => sql<boolean>`not (${state} -> 'blockingReasons' ? ${notApproved})`,
  fields: Object.keys(bookingBody.shape),
  termsOf: (state) => ({ ...state, creatives: ownCreatives(state['creatives'] as readonly StoredCreative[]) }),
};

/** Without `productId` where it was written down before there were products. */
type StoredCreative = Omit<BookingView['creatives'][number], 'productId'> & { readonly productId?: number | null };

function ownCreatives(creatives: readonly StoredCreative[]) {
  return creatives
    .filter(({ productId }) => productId === undefined || productId === null)
    .map(({ creativeId, weight, startDate, endDate }) => ({ creativeId, weight, startDate, endDate }))
    .sort((one, other) => one.creativeId - other.creativeId);
}
