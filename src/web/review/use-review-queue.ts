import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listBookings, listCreatives, listPurchases } from '../../client/generated/sdk.gen.ts';
import { client, listDataOf } from '../api/client.ts';
import { hasFullReach } from '../api/person.ts';
import { useMe } from '../api/use-me.ts';
import { reviewQueueOf } from './review-queue.ts';

/** Items of each kind that are loaded at once. */
const maxItems = 100;
const refreshMs = 30_000;

/** Items that the signed-in user can review, refreshed regularly. */
export function useReviewQueue() {
  const me = useMe();
  const bookings = useQuery({
    queryKey: ['bookings', 'review'],
    queryFn: () =>
      listDataOf(listBookings({ client, query: { status: ['pending_approval'], sort: 'updatedAt', limit: maxItems } })),
    enabled: me.may('bookings:approve'),
    refetchInterval: refreshMs,
  });
  const creatives = useQuery({
    queryKey: ['creatives', 'review'],
    queryFn: readCreatives,
    enabled: me.may('creatives:approve'),
    refetchInterval: refreshMs,
  });
  const bookingIds = (bookings.data?.rows ?? []).map(({ id }) => id);
  const purchases = useQuery({
    queryKey: ['purchases', 'review', bookingIds],
    queryFn: () => listDataOf(listPurchases({ client, query: { bookingId: bookingIds, limit: maxItems } })),
    enabled: bookingIds.length > 0 && me.may('campaigns:read') && hasFullReach(me),
    // The order of the queue does not change while they load.
    placeholderData: keepPreviousData,
  });
  return {
    queue: reviewQueueOf({
      bookings: bookings.data?.rows ?? [],
      creatives: creatives.data?.rows ?? [],
      purchases: purchases.data?.rows ?? [],
    }),
    total: (bookings.data?.total ?? 0) + (creatives.data?.total ?? 0),
    isLoading: bookings.isLoading || creatives.isLoading,
    error: bookings.error ?? creatives.error,
    again: () => {
      void bookings.refetch();
      void creatives.refetch();
    },
  };
}

/** New creatives, and new versions of delivered creatives. */
async function readCreatives() {
  const page = { sort: 'updatedAt', limit: maxItems } as const;
  const [created, changed] = await Promise.all([
    listDataOf(listCreatives({ client, query: { ...page, state: ['pending_review'] } })),
    listDataOf(listCreatives({ client, query: { ...page, hasPendingVersion: 'true' } })),
  ]);
  const known = new Set(created.rows.map(({ id }) => id));
  const versions = changed.rows.filter(({ id }) => !known.has(id));
  return { rows: [...created.rows, ...versions], total: created.total + changed.total };
}
