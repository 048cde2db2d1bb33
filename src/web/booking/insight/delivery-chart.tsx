import type { Booking } from '../../../client/generated/types.gen.ts';
import { DeliveryTrend } from '../../delivery/delivery-trend.tsx';
import { wallTimeOf } from '../../ui/time/zoned-time.ts';
import { planPerDay } from './plan-per-day.ts';

/** Impressions of a booking per day, compared with the plan, and its changes. */
export function DeliveryChart({ booking }: { readonly booking: Booking }) {
  const zone = booking.timeZones[0] ?? 'UTC';
  return (
    <DeliveryTrend
      zone={zone}
      startDay={wallTimeOf(booking.startDate, zone).slice(0, 10)}
      filter={{ bookingId: [booking.id] }}
      objects={{ kind: ['bookings'], objectId: [booking.id] }}
      plan={planPerDay(booking)}
    />
  );
}
