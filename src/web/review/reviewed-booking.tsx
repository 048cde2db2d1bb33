import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Booking } from '../../client/generated/types.gen.ts';
import { useNames } from '../api/use-names.ts';
import { BookedContent } from '../booking/booked-content.tsx';
import { BookingChanges } from '../booking/booking-changes.tsx';
import { BookingFactTable } from '../booking/booking-facts.tsx';
import { campaignQuery } from '../campaign/campaign-queries.ts';
import { reasonText } from '../labels/reason-labels.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { ReasonList } from '../ui/display/reason-list.tsx';
import { TextLink } from '../ui/page/link.tsx';

const partners = partnerChoices();
const brands = brandChoices();

/** A booking as its reviewer reads it: for whom, what, where and when. */
export function ReviewedBooking({ booking }: { readonly booking: Booking }) {
  const { data } = useQuery(campaignQuery(booking.campaignId));
  const campaign = data?.object;
  const partnerName = useNames(partners, [campaign?.advertiserCompanyId]);
  const brandName = useNames(brands, campaign?.brandIds ?? []);
  // That it is not approved is what the reviewer is here for.
  const others = booking.blockingReasons.filter((code) => code !== 'BOOKING_NOT_APPROVED');
  return (
    <Stack gap="md">
      {campaign !== undefined && (
        <Text fz="sm">
          <TextLink to={`/campaigns/${campaign.id}`} inherit>
            {campaign.name}
          </TextLink>{' '}
          of {partnerName(campaign.advertiserCompanyId)}, for {campaign.brandIds.map(brandName).join(', ')}
        </Text>
      )}
      <ReasonList
        tone="waiting"
        title="It would not deliver after your approval"
        reasons={others.map((code) => reasonText(code))}
      />
      <BookingChanges booking={booking} />
      <BookingFactTable booking={booking} />
      <BookedContent booking={booking} />
    </Stack>
  );
}
