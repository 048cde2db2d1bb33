import { useQuery } from '@tanstack/react-query';
import { listBookings, listCreatives } from '../../client/generated/sdk.gen.ts';
import { client, listDataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { reviewQueueOf } from './review-queue.ts';

/** What a reviewer sees at a time; the rest comes when these are decided. */
const most = 100;
const askedEveryMs = 30_000;

/** What waits for the decision of who is signed in, asked for again and again. */
export function useReviewQueue() {
  const me = useMe();
  const bookings = useQuery({
    queryKey: ['bookings', 'review'],
    queryFn: () =>
      listDataOf(listBookings({ client, query: { status: ['pending_approval'], sort: 'updatedAt', limit: most } })),
    enabled: me.may('bookings:approve'),
    refetchInterval: askedEveryMs,
  });
  const creatives = useQuery({
    queryKey: ['creatives', 'review'],
    queryFn: readCreatives,
    enabled: me.may('creatives:approve'),
    refetchInterval: askedEveryMs,
  });
  return {
    queue: reviewQueueOf({ bookings: bookings.data?.rows ?? [], creatives: creatives.data?.rows ?? [] }),
    total: (bookings.data?.total ?? 0) + (creatives.data?.total ?? 0),
    isLoading: bookings.isLoading || creatives.isLoading,
    error: bookings.error ?? creatives.error,
    again: () => {
      void bookings.refetch();
      void creatives.refetch();
    },
  };
}

/** New ones, and new versions of those that are delivered. */
async function readCreatives() {
  const page = { sort: 'updatedAt', limit: most } as const;
  const [fresh, changed] = await Promise.all([
    listDataOf(listCreatives({ client, query: { ...page, state: ['pending_review'] } })),
    listDataOf(listCreatives({ client, query: { ...page, hasPendingVersion: 'true' } })),
  ]);
  const known = new Set(fresh.rows.map(({ id }) => id));
  const others = changed.rows.filter(({ id }) => !known.has(id));
  return { rows: [...fresh.rows, ...others], total: fresh.total + changed.total };
}
