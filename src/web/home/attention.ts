import { queryOptions } from '@tanstack/react-query';
import { listBookings, listCreatives, listUnhealthyScreens } from '../../client/generated/sdk.gen.ts';
import type { Booking, Creative, ListBookingsData } from '../../client/generated/types.gen.ts';
import { dayMs } from '../../core/time/durations.ts';
import type { ScreenCondition } from '../../core/vocabulary/screen-conditions.ts';
import { client, listDataOf } from '../api/client.ts';

type Query = NonNullable<ListBookingsData['query']>;

/** Most bookings in a card. */
export const shownBookings = 6;
/** Bookings that are ranked by revenue. */
const rankedBookings = 50;
const refreshMs = 30_000;
const soonMs = 3 * dayMs;
/** The query key changes every 15 minutes, so that the response stays cached. */
const quarterMs = 900_000;

/** A list of bookings that need attention. */
function bookings(name: string, query: Query) {
  return queryOptions({
    queryKey: ['bookings', 'attention', name, query],
    queryFn: (): Promise<{ rows: readonly Booking[]; total: number }> =>
      listDataOf(listBookings({ client, query: { limit: shownBookings, ...query } })),
    refetchInterval: refreshMs,
  });
}

/** Active bookings that deliver less than planned. */
export const bookingsUnderDelivering = () =>
  bookings('under-delivering', {
    status: ['running'],
    health: ['critical', 'at_risk'],
    sort: 'endDate',
    limit: rankedBookings,
  });

/** Bookings that should deliver and cannot. */
export const bookingsNotReady = () => bookings('not-ready', { status: ['not_ready'], sort: 'startDate' });

/** Rejected bookings. */
export const bookingsRejected = () => bookings('rejected', { status: ['rejected'], sort: 'startDate' });

/** Bookings that are pending review. */
export const bookingsPendingReview = () => bookings('waiting', { status: ['pending_approval'], sort: 'startDate' });

/** Active bookings that end within 3 days. */
export function bookingsEndingSoon(nowMs: number) {
  const endsBefore = new Date(Math.ceil(nowMs / quarterMs) * quarterMs + soonMs).toISOString();
  return bookings('ending-soon', { status: ['running'], endsBefore, sort: 'endDate' });
}

/** Creatives that are pending review. */
export function creativesPendingReview() {
  return queryOptions({
    queryKey: ['creatives', 'attention', 'waiting'],
    queryFn: (): Promise<{ rows: readonly Creative[]; total: number }> =>
      listDataOf(
        listCreatives({ client, query: { state: ['pending_review'], limit: shownBookings, sort: 'updatedAt' } }),
      ),
    refetchInterval: refreshMs,
  });
}

/** A screen with problems. */
export type ListedScreen = {
  readonly name: string;
  readonly positionId: number;
  /** The most severe first. */
  readonly conditions: readonly ScreenCondition[];
};

/** Screens with problems, the most severe first. */
export function screensNeedingAttention() {
  return queryOptions({
    queryKey: ['screens', 'attention'],
    queryFn: async () => {
      const { rows, total } = await listDataOf(listUnhealthyScreens({ client, query: { limit: shownBookings } }));
      const named = rows.map((screen) => ({
        ...screen,
        id: `${screen.positionId} ${screen.deviceId}`,
        name: `${screen.deviceId}, ${screen.slotName}`,
      }));
      return { rows: named, total };
    },
    refetchInterval: refreshMs,
  });
}
