import type { Booking } from '../../client/generated/types.gen.ts';
import { treeInWords } from '../targeting/targeting-words.ts';
import { Facts } from '../ui/display/facts.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { placesText } from '../words/booking-words.ts';
import { capText } from '../words/cap-words.ts';
import { deliveredFacts } from '../words/delivered-facts.ts';
import { moneyText } from '../words/figures.ts';
import { dayPartsText, daysText, deliveryText, pricingText } from './model/term-words.ts';

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
          value: daysText(booking.activeDays),
        },
        { name: 'Time of day', value: dayPartsText(booking.dayParts) },
        { name: 'Where', value: placesText(booking) },
        { name: 'Priority', value: booking.priority },
        { name: 'Delivery', value: deliveryText(delivery) },
        {
          name: 'Price',
          value: pricingText(booking.pricing),
        },
        { name: 'Frequency caps', value: booking.caps.length === 0 ? 'None' : booking.caps.map(capText).join('; ') },
        { name: 'For', value: treeInWords(booking.targeting) },
        ...deliveredFacts(delivered),
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
