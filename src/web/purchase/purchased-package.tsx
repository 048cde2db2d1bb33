import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { PurchasedPackage } from '../../client/generated/types.gen.ts';
import { useMe } from '../api/use-me.ts';
import { BookedCreatives } from '../booking/booked-creatives.tsx';
import { BookingChanges } from '../booking/booking-changes.tsx';
import { bookingQuery } from '../booking/model/booking-queries.ts';
import { t } from '../i18n/t.ts';
import { useZone } from '../inventory/model/use-zone.ts';
import { countText, enumerationText, moneyText, unitPriceText } from '../labels/figures.ts';
import { StatusBadge } from '../ui/display/badges.tsx';
import { Facts } from '../ui/display/facts.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { ReasonList } from '../ui/display/reason-list.tsx';
import { RejectionNotice } from '../ui/notice/rejection-notice.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { PageLoading } from '../ui/page/page-loading.tsx';
import { flightText } from './flight-text.ts';
import { RequestedTerms } from './requested-terms.tsx';

const SavedShares = lazy(async () => ({ default: (await import('../booking/share/saved-shares.tsx')).SavedShares }));

/** Statuses in which a booking delivers nothing any more. */
const endedStatuses: ReadonlySet<PurchasedPackage['status']> = new Set([
  'archived',
  'cancelled',
  'rejected',
  'finished',
]);

/** A package of a purchase: its booking, what the agent requested, and what ad operations must check. */
export function PurchasedPackageSection({
  sold,
  number,
  showsForecast,
}: {
  readonly sold: PurchasedPackage;
  /** Position in the purchase, because two packages may have one name. */
  readonly number: number;
  /** Whether the forecast is shown at once. A forecast of many packages takes long. */
  readonly showsForecast: boolean;
}) {
  const me = useMe();
  const [isForecast, setForecast] = useState(showsForecast);
  const { data } = useQuery(bookingQuery(sold.bookingId));
  const booking = data?.object;
  const isWaiting = sold.status === 'pending_approval';
  const isOver = endedStatuses.has(sold.status);
  const title = t('selling.format.package', { number: String(number), name: sold.name });
  return (
    <Paper component="section" aria-label={title} mt="md">
      <Group justify="space-between" gap="sm" mb="sm">
        <Group gap="sm">
          <Title order={3}>{title}</Title>
          <StatusBadge status={sold.status} />
        </Group>
        <TextLink to={`/bookings/${sold.bookingId}`} fz="sm">
          {t('review.action.openBooking')}
        </TextLink>
      </Group>
      <Stack gap="md">
        <RejectionNotice reason={sold.reason} title={t('common.label.reason')} />
        {isWaiting && (
          <ReasonList
            tone="waiting"
            title={t('selling.title.checkPackage', { number: String(number) })}
            reasons={sold.warnings.map((code) => ({
              text: t(`selling.warning.${code}`),
              action: t(`selling.warningHint.${code}`),
            }))}
          />
        )}
        <PackageFacts sold={sold} />
        <RequestedTerms sold={sold} title={title} />
        {booking === undefined ? (
          <PageLoading />
        ) : (
          <>
            {isWaiting && me.may('bookings:approve') && <BookingChanges booking={booking} />}
            {isOver ? null : isForecast ? (
              <Suspense fallback={<PageLoading />}>
                <SavedShares booking={booking} label={t('selling.format.shareOfPackage', { number: String(number) })} />
              </Suspense>
            ) : (
              <Button
                variant="default"
                w="fit-content"
                leftSection={<Icon name="report" />}
                onClick={() => setForecast(true)}
              >
                {t('selling.action.showForecast')}
              </Button>
            )}
            {booking.creatives.length > 0 && <BookedCreatives booked={booking.creatives} />}
          </>
        )}
      </Stack>
    </Paper>
  );
}

function PackageFacts({ sold }: { readonly sold: PurchasedPackage }) {
  const zone = useZone();
  const { pacing, impressions, bidPrice, awaitedCreatives, budget } = sold;
  return (
    <Facts
      facts={[
        {
          name: t('selling.label.productPackage'),
          value: (
            <TextLink to="/inventory/packages" search={{ item: String(sold.productPackageId) }}>
              {sold.productPackageName}
            </TextLink>
          ),
        },
        { name: t('selling.label.budget'), value: moneyText(budget) },
        { name: t('selling.label.bookingPrice'), value: priceText(sold.price) },
        { name: t('selling.label.packagePrice'), value: priceText(sold.packagePrice) },
        { name: t('selling.label.flight'), value: flightText(sold, zone) },
        ...(pacing === null ? [] : [{ name: t('selling.label.pacing'), value: pacing }]),
        ...(impressions === null ? [] : [{ name: t('selling.label.impressions'), value: countText(impressions) }]),
        ...(bidPrice === null
          ? []
          : [
              {
                name: t('selling.label.bidPrice'),
                value: moneyText({ amount: String(bidPrice), currency: budget.currency }),
              },
            ]),
        ...(awaitedCreatives.length === 0
          ? []
          : [{ name: t('selling.label.awaitedCreatives'), value: enumerationText(awaitedCreatives) }]),
      ]}
    />
  );
}

function priceText(price: PurchasedPackage['price']): string {
  return price === null ? '–' : t(`booking.priceText.${price.model}`, { amount: unitPriceText(price.rate) });
}
