import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Booking, Purchase } from '../../client/generated/types.gen.ts';
import { useNames } from '../api/use-names.ts';
import { BookedContent } from '../booking/booked-content.tsx';
import { BookingChanges } from '../booking/booking-changes.tsx';
import { BookingFactTable } from '../booking/booking-facts.tsx';
import { campaignQuery } from '../campaign/campaign-queries.ts';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { reasonText } from '../labels/reason-labels.ts';
import { brandChoices, partnerChoices } from '../media-partner/partner-choices.ts';
import { ReasonList } from '../ui/display/reason-list.tsx';
import { TextLink } from '../ui/page/link.tsx';

/** Loaded after the terms. */
const SavedShares = lazy(async () => ({ default: (await import('../booking/share/saved-shares.tsx')).SavedShares }));

const partners = partnerChoices();
const brands = brandChoices();

/** A booking in the review queue: campaign, purchase, changes, terms, displaced delivery and content. */
export function ReviewedBooking({
  booking,
  purchase,
}: {
  readonly booking: Booking;
  /** null: no buyer agent bought it. */
  readonly purchase: Purchase | null;
}) {
  const { data } = useQuery(campaignQuery(booking.campaignId));
  const campaign = data?.object;
  const partnerName = useNames(partners, [campaign?.advertiserCompanyId]);
  const brandName = useNames(brands, campaign?.brandIds ?? []);
  // A missing approval is expected in a review.
  const reasons = booking.blockingReasons.filter((code) => code !== 'BOOKING_NOT_APPROVED');
  return (
    <Stack gap="md">
      {campaign !== undefined && (
        <Text fz="sm">
          <RichText
            id="review.format.campaignOf"
            values={{
              campaign: campaign.name,
              advertiser: partnerName(campaign.advertiserCompanyId),
              brands: campaign.brandIds.map(brandName).join(', '),
            }}
            elements={{
              link: (
                <TextLink to={`/campaigns/${campaign.id}`} inherit>
                  {campaign.name}
                </TextLink>
              ),
            }}
          />
        </Text>
      )}
      {purchase !== null && (
        <Text fz="sm">
          <RichText
            id="selling.format.partOfPurchase"
            values={{ id: String(purchase.id), agent: purchase.buyerAgentName }}
            elements={{
              link: (
                <TextLink to={`/review/purchases/${purchase.id}`} inherit>
                  {purchase.id}
                </TextLink>
              ),
            }}
          />
        </Text>
      )}
      <ReasonList tone="waiting" title={t('review.title.notReady')} reasons={reasons.map((code) => reasonText(code))} />
      <BookingChanges booking={booking} />
      <BookingFactTable booking={booking} />
      <Suspense fallback={<Skeleton height={160} />}>
        <SavedShares booking={booking} />
      </Suspense>
      <BookedContent booking={booking} />
    </Stack>
  );
}
