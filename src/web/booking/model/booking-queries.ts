import { queryOptions } from '@tanstack/react-query';
import {
  approveBooking,
  archiveBooking,
  cancelBooking,
  confirmBooking,
  forecastDelivery,
  getBooking,
  getBookingDiagnosis,
  getBookingFunnel,
  getBookingReview,
  holdBooking,
  pauseBooking,
  rejectBooking,
  releaseBooking,
  reopenBooking,
  resumeBooking,
  submitBooking,
  unarchiveBooking,
} from '../../../client/generated/sdk.gen.ts';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { hourMs } from '../../../core/time/durations.ts';
import { client, dataOf, objectWithEtag } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { campaignQuery, requireHold } from '../../campaign/campaign-queries.ts';
import type { ActionInput } from '../../ui/action/perform-action.ts';

/** One booking, with its ETag. */
export function bookingQuery(id: number) {
  return queryOptions({
    queryKey: ['bookings', 'one', id],
    queryFn: () => objectWithEtag(getBooking({ client, path: { id } })),
  });
}

/** Starts to load a booking and its campaign. */
export async function prefetchBookingTerms(id: number): Promise<void> {
  const booking = await queryClient.fetchQuery(bookingQuery(id)).catch(() => null);
  if (booking !== null) void queryClient.prefetchQuery(campaignQuery(booking.object.campaignId));
}

const diagnosisRefreshMs = 30_000;

/** Delivery issues of a booking, refreshed while the page is open. */
export function diagnosisQuery(id: number) {
  return queryOptions({
    queryKey: ['bookings', 'diagnosis', id],
    queryFn: () => dataOf(getBookingDiagnosis({ client, path: { id } })),
    refetchInterval: diagnosisRefreshMs,
  });
}

/** Outcomes of a booking in the ad requests of the past hours. */
export function bookingFunnelQuery(id: number, hours: number) {
  return queryOptions({
    queryKey: ['bookings', id, 'funnel', hours],
    queryFn: () => {
      const from = new Date(Date.now() - hours * hourMs).toISOString();
      return dataOf(getBookingFunnel({ client, path: { id }, query: { from } }));
    },
  });
}

/** Forecasts change slowly. */
const forecastStaleMs = 10 * 60_000;

/** Forecast of a saved booking until its end. */
export function bookingForecastQuery({ id, version }: Pick<Booking, 'id' | 'version'>) {
  return queryOptions({
    queryKey: ['bookings', id, 'forecast', version],
    queryFn: () => dataOf(forecastDelivery({ client, body: { bookingId: id } })),
    staleTime: forecastStaleMs,
  });
}

/** Changes of a booking since its last approval. */
export function bookingReviewQuery(id: number) {
  return queryOptions({
    queryKey: ['bookings', 'review-of', id],
    queryFn: () => dataOf(getBookingReview({ client, path: { id } })),
  });
}

const actionsOfBooking = {
  submit: submitBooking,
  approve: approveBooking,
  pause: pauseBooking,
  resume: resumeBooking,
  cancel: cancelBooking,
  archive: archiveBooking,
  unarchive: unarchiveBooking,
  reopen: reopenBooking,
  confirm: confirmBooking,
  release: releaseBooking,
} as const;

/**
 * Runs an action of a booking.
 * @param reason the reason of a rejection
 * @param hold end and note of a hold
 * @param etag the version that the action applies to. Default: the newest version.
 */
export function performBookingAction(
  id: number,
  action: keyof typeof actionsOfBooking | 'reject' | 'hold',
  { reason, hold, etag }: ActionInput & { readonly etag?: string } = {},
) {
  const call = { client, path: { id }, ...(etag !== undefined && { headers: { 'If-Match': etag } }) };
  if (action === 'reject') return dataOf(rejectBooking({ ...call, body: reason === undefined ? {} : { reason } }));
  if (action === 'hold') return dataOf(holdBooking({ ...call, body: requireHold(hold) }));
  return dataOf(actionsOfBooking[action](call));
}
