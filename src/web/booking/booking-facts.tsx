import type { Booking } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { deliveryFacts } from '../labels/delivery-facts.ts';
import { moneyText, shareText } from '../labels/figures.ts';
import { Facts } from '../ui/display/facts.tsx';
import { bookingSettings } from './booking-settings.tsx';

/** Terms and delivery of a booking. */
export function BookingFactTable({ booking }: { readonly booking: Booking }) {
  const { delivered, progress } = booking;
  return (
    <Facts
      facts={[
        ...bookingSettings(booking),
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
