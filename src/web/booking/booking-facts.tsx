import type { Booking } from '../../client/generated/types.gen.ts';
import { bookedInventoryText } from '../labels/booking-labels.ts';
import { capText } from '../labels/cap-labels.ts';
import { deliveryFacts } from '../labels/delivery-facts.ts';
import { moneyText } from '../labels/figures.ts';
import { targetingText } from '../targeting/targeting-text.ts';
import { Facts } from '../ui/display/facts.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { dayCountText, dayPartsText, deliveryText, pricingText } from './model/term-labels.ts';

/** What a booking says, and what it has delivered. */
export function BookingFactTable({ booking }: { readonly booking: Booking }) {
  const zone = booking.timeZones[0];
  const { delivered, progress, delivery } = booking;
  return (
    <Facts
      facts={[
        { name: 'Start', value: <Instant at={booking.startDate} zone={zone} /> },
        { name: 'End', value: booking.endDate === null ? 'Open' : <Instant at={booking.endDate} zone={zone} /> },
        {
          name: 'Active days',
          value: dayCountText(booking.activeDays),
        },
        { name: 'Time of day', value: dayPartsText(booking.dayParts) },
        { name: 'Where', value: bookedInventoryText(booking) },
        { name: 'Priority', value: booking.priority },
        { name: 'Delivery', value: deliveryText(delivery) },
        {
          name: 'Price',
          value: pricingText(booking.pricing),
        },
        { name: 'Frequency caps', value: booking.caps.length === 0 ? 'None' : booking.caps.map(capText).join('; ') },
        { name: 'For', value: targetingText(booking.targeting) },
        ...deliveryFacts(delivered),
        { name: 'Spend', value: moneyText(delivered.spend) },
        {
          name: 'Goal',
          value:
            progress === null
              ? '–'
              : `${progress.deliveredPercent} % done${progress.expectedPercent === null ? '' : `, ${progress.expectedPercent} % expected by now`}`,
        },
      ]}
    />
  );
}
