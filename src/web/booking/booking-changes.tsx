import { useQuery } from '@tanstack/react-query';
import type { Booking, Review } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { ApprovalDifferences } from '../ui/difference/approval-differences.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { bookingReviewQuery } from './model/booking-queries.ts';
import { termChanges } from './model/term-changes.ts';
import { useTermNames } from './model/use-term-names.ts';

const none: Review['changes'] = [];

/** Changes of a pending booking since its last approval. Renders nothing if it has never been approved. */
export function BookingChanges({ booking }: { readonly booking: Booking }) {
  const { data, error, refetch } = useQuery(bookingReviewQuery(booking.id));
  const nameOf = useTermNames(data?.changes ?? none);
  if (error !== null) return <ProblemAlert error={error} retry={() => void refetch()} />;
  const until = data?.approved?.until ?? null;
  if (data === undefined || until === null) return null;
  const zone = booking.timeZones[0];
  return (
    <ApprovalDifferences
      until={until}
      zone={zone}
      differences={termChanges(data.changes, { nameOf, ...(zone !== undefined && { zone }) })}
      same={t('booking.text.unchanged')}
    />
  );
}
