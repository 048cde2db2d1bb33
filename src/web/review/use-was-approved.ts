import { useQuery } from '@tanstack/react-query';
import { bookingReviewQuery } from '../booking/model/booking-queries.ts';
import { creativeReviewQuery } from '../creative/model/creative-queries.ts';
import type { ReviewItem } from './review-queue.ts';

/**
 * Whether what waits was approved once, as it was before; undefined: not known, or not asked.
 * @param isSeen of what nobody sees, nothing is asked
 */
export function useWasApproved({ kind, object }: ReviewItem, isSeen: boolean): boolean | undefined {
  const booking = useQuery({ ...bookingReviewQuery(object.id), enabled: isSeen && kind === 'booking' });
  const creative = useQuery({ ...creativeReviewQuery(object.id), enabled: isSeen && kind === 'creative' });
  const { data } = kind === 'booking' ? booking : creative;
  return data === undefined ? undefined : data.approved !== null;
}
