import type { Booking } from '../../client/generated/types.gen.ts';
import { BetaBadge } from '../ui/display/badges.tsx';
import { Section } from '../ui/page/section.tsx';
import { BookedCreatives } from './booked-creatives.tsx';
import { SponsoredView } from './sponsored-view.tsx';

/** What a booking shows: its creatives, or the products that it sponsors and those beside them. */
export function BookedContent({ booking }: { readonly booking: Booking }) {
  const { sponsored, creatives } = booking;
  const own = creatives.filter(({ productId }) => productId === null);
  return (
    <>
      {sponsored !== null && (
        <Section title="Sponsored products" actions={<BetaBadge />}>
          <SponsoredView booking={booking} sponsored={sponsored} />
        </Section>
      )}
      {(sponsored === null || own.length > 0) && (
        <Section title="Creatives">
          <BookedCreatives booked={own} />
        </Section>
      )}
    </>
  );
}
