import { queryOptions } from '@tanstack/react-query';
import { listBookings, listCreatives, listUnwellScreens } from '../../client/generated/sdk.gen.ts';
import type { Booking, Creative, ListBookingsData } from '../../client/generated/types.gen.ts';
import { dayMs } from '../../core/time/durations.ts';
import { client, listDataOf } from '../api/client.ts';

type Query = NonNullable<ListBookingsData['query']>;

const shown = 6;
const refreshMs = 30_000;
const soonMs = 3 * dayMs;
/** The same key for a quarter of an hour, so that the answer is kept. */
const quarterMs = 900_000;

/** One list of what needs somebody. */
function bookings(name: string, query: Query) {
  return queryOptions({
    queryKey: ['bookings', 'attention', name, query],
    queryFn: (): Promise<{ rows: readonly Booking[]; total: number }> =>
      listDataOf(listBookings({ client, query: { ...query, limit: shown } })),
    refetchInterval: refreshMs,
  });
}

/** What runs and gets far too little, or something less than it should. */
export const bookingsUnderDelivering = () =>
  bookings('under-delivering', { status: ['running'], health: ['critical', 'at_risk'], sort: 'endDate' });

/** What should run and cannot. */
export const bookingsNotReady = () => bookings('not-ready', { status: ['not_ready', 'rejected'], sort: 'startDate' });

/** What a reviewer has to decide. */
export const waitingBookings = () => bookings('waiting', { status: ['pending_approval'], sort: 'startDate' });

/** What runs out in the next days. */
export function bookingsEndingSoon(nowMs: number) {
  const endsBefore = new Date(Math.ceil(nowMs / quarterMs) * quarterMs + soonMs).toISOString();
  return bookings('ending-soon', { status: ['running'], endsBefore, sort: 'endDate' });
}

/** Creatives that a reviewer has to decide about. */
export function waitingCreatives() {
  return queryOptions({
    queryKey: ['creatives', 'attention', 'waiting'],
    queryFn: (): Promise<{ rows: readonly Creative[]; total: number }> =>
      listDataOf(listCreatives({ client, query: { state: ['pending_review'], limit: shown, sort: 'updatedAt' } })),
    refetchInterval: refreshMs,
  });
}

/** Screens that somebody has to look after, the worst first. */
export function screensNeedingAttention() {
  return queryOptions({
    queryKey: ['screens', 'attention'],
    queryFn: async () => {
      const { rows, total } = await listDataOf(listUnwellScreens({ client, query: { limit: shown } }));
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
