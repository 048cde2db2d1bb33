import type { Booking } from '../../../client/generated/types.gen.ts';
import { DeliveryTrend } from '../../delivery/delivery-trend.tsx';
import { planPerDay } from './plan-per-day.ts';

/** Impressions of a booking per day, compared with the plan, and its changes. */
export function DeliveryChart({ booking }: { readonly booking: Booking }) {
  return (
    <DeliveryTrend
      zone={booking.timeZones[0] ?? 'UTC'}
      filter={{ bookingId: [booking.id] }}
      objects={{ kind: ['bookings'], objectId: [booking.id] }}
      plan={planPerDay(booking)}
    />
  );
}
