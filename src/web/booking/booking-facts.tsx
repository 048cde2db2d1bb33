import type { Booking } from '../../client/generated/types.gen.ts';
import { useSpendLabel } from '../api/use-spend-label.ts';
import { t } from '../i18n/t.ts';
import { deliveryFacts } from '../labels/delivery-facts.ts';
import { moneyText } from '../labels/figures.ts';
import { progressText } from '../labels/progress-text.ts';
import { Facts } from '../ui/display/facts.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { bookingSettings } from './booking-settings.tsx';

/** All terms and the delivery of a booking. */
export function BookingFactTable({ booking }: { readonly booking: Booking }) {
  const { delivered, progress } = booking;
  const spendLabel = useSpendLabel();
  return (
    <Facts
      facts={[
        ...bookingSettings(booking),
        ...deliveryFacts(delivered),
        { name: spendLabel, value: moneyText(delivered.spend) },
        { name: t('booking.label.goal'), value: progressText(progress) },
      ]}
    />
  );
}

/** The terms of a booking without those that have their default value. */
export function BookingTerms({ booking }: { readonly booking: Booking }) {
  const settings = bookingSettings(booking).filter(({ isDefault }) => isDefault !== true);
  const { makegoodOfId } = booking;
  const link =
    makegoodOfId === null
      ? []
      : [
          {
            name: t('booking.label.makegoodOf'),
            value: (
              <TextLink to={`/bookings/${makegoodOfId}`}>
                {t('booking.format.bookingId', { id: String(makegoodOfId) })}
              </TextLink>
            ),
          },
        ];
  return <Facts facts={[...settings, ...link]} />;
}
