import type { Booking } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { BetaBadge } from '../ui/display/badges.tsx';
import { Section } from '../ui/page/section.tsx';
import { BookedCreatives } from './booked-creatives.tsx';
import { SponsoredView } from './sponsored-view.tsx';

/** The creatives and sponsored products of a booking. */
export function BookedContent({ booking }: { readonly booking: Booking }) {
  const { sponsored, creatives } = booking;
  const own = creatives.filter(({ productId }) => productId === null);
  return (
    <>
      {sponsored !== null && (
        <Section title={t('booking.title.sponsoredProducts')} actions={<BetaBadge />}>
          <SponsoredView booking={booking} sponsored={sponsored} />
        </Section>
      )}
      {(sponsored === null || own.length > 0) && (
        <Section title={t('booking.title.creatives')}>
          <BookedCreatives booked={own} />
        </Section>
      )}
    </>
  );
}
