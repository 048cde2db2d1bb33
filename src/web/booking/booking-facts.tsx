import type { Booking } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { bookedInventoryText } from '../labels/booking-labels.ts';
import { capText } from '../labels/cap-labels.ts';
import { deliveryFacts } from '../labels/delivery-facts.ts';
import { moneyText, shareText } from '../labels/figures.ts';
import { targetingText } from '../targeting/targeting-text.ts';
import { Facts } from '../ui/display/facts.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { dayCountText, dayPartsText, deliveryText, pricingText } from './model/term-labels.ts';

/** Terms and delivery of a booking. */
export function BookingFactTable({ booking }: { readonly booking: Booking }) {
  const zone = booking.timeZones[0];
  const { delivered, progress, delivery } = booking;
  return (
    <Facts
      facts={[
        { name: t('booking.label.start'), value: <Instant at={booking.startDate} zone={zone} /> },
        {
          name: t('booking.label.end'),
          value: booking.endDate === null ? t('labels.format.openEnded') : <Instant at={booking.endDate} zone={zone} />,
        },
        {
          name: t('booking.label.activeDays'),
          value: dayCountText(booking.activeDays),
        },
        { name: t('booking.label.dayParts'), value: dayPartsText(booking.dayParts) },
        { name: t('booking.label.inventory'), value: bookedInventoryText(booking) },
        { name: t('booking.label.priority'), value: booking.priority },
        { name: t('booking.label.deliveryMethod'), value: deliveryText(delivery) },
        {
          name: t('booking.label.price'),
          value: pricingText(booking.pricing),
        },
        {
          name: t('booking.label.caps'),
          value: booking.caps.length === 0 ? t('labels.format.none') : booking.caps.map(capText).join('; '),
        },
        { name: t('booking.label.targeting'), value: targetingText(booking.targeting) },
        ...deliveryFacts(delivered),
        { name: t('booking.label.spend'), value: moneyText(delivered.spend) },
        { name: t('booking.label.goal'), value: progressText(progress) },
      ]}
    />
  );
}

function progressText(progress: Booking['progress']): string {
  if (progress === null) return '–';
  const delivered = shareText(progress.deliveredPercent / 100);
  if (progress.expectedPercent === null) return t('booking.format.progress', { delivered });
  const expected = shareText(progress.expectedPercent / 100);
  return t('booking.format.progressWithExpected', { delivered, expected });
}
