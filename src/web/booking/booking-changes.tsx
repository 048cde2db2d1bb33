import { useQuery } from '@tanstack/react-query';
import type { Booking, Review } from '../../client/generated/types.gen.ts';
import { ApprovalDifferences } from '../ui/difference/approval-differences.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { bookingReviewQuery } from './model/booking-queries.ts';
import { termChanges } from './model/term-changes.ts';
import { useTermNames } from './model/use-term-names.ts';

const none: Review['changes'] = [];

/** What of a booking that waits is otherwise than it was approved; nothing for one that never was. */
export function BookingChanges({ booking }: { readonly booking: Booking }) {
  const { data, error, refetch } = useQuery(bookingReviewQuery(booking.id));
  const nameOf = useTermNames(data?.changes ?? none);
  if (error !== null) return <ProblemAlert error={error} again={() => void refetch()} />;
  const until = data?.approved?.until ?? null;
  if (data === undefined || until === null) return null;
  const zone = booking.timeZones[0];
  return (
    <ApprovalDifferences
      until={until}
      zone={zone}
      differences={termChanges(data.changes, { nameOf, ...(zone !== undefined && { zone }) })}
      same="Nothing: it is again as it was approved."
    />
  );
}
