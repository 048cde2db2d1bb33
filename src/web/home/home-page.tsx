import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Booking } from '../../client/generated/types.gen.ts';
import { useMe } from '../api/use-me.ts';
import { kindLabel } from '../creative/model/kind-labels.ts';
import { OnboardingTour } from '../help/onboarding-tour.tsx';
import { t } from '../i18n/t.ts';
import { screenConditionBadge } from '../inventory/model/screen-condition-badge.ts';
import { HealthBadge, StatusBadge, ToneBadge } from '../ui/display/badges.tsx';
import { ButtonLink, TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { instantText } from '../ui/time/zoned-time.ts';
import {
  bookingsEndingSoon,
  bookingsNotReady,
  bookingsPendingReview,
  bookingsUnderDelivering,
  creativesPendingReview,
  screensNeedingAttention,
} from './attention.ts';
import { AttentionCard } from './attention-card.tsx';
import { RecentDelivery } from './recent-delivery.tsx';

const toBooking = ({ id }: { readonly id: number }) => `/bookings/${id}`;

/** Objects that need attention, and recent delivery. */
export function HomePage() {
  const me = useMe();
  const [nowMs] = useState(() => Date.now());
  const underDelivering = useQuery(bookingsUnderDelivering());
  const notReady = useQuery(bookingsNotReady());
  const ending = useQuery(bookingsEndingSoon(nowMs));
  return (
    <Page
      title={t('shell.page.home')}
      lead={t(me.reach === 'mapped' ? 'shell.text.homeLeadMapped' : 'shell.text.homeLead')}
      actions={me.may('campaigns:write') && <ButtonLink to="/campaigns/new">{t('campaign.action.new')}</ButtonLink>}
    >
      <OnboardingTour />
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} mb="md">
        <AttentionCard
          title={t('shell.title.underDelivering')}
          query={underDelivering}
          to={toBooking}
          note={({ health }: Booking) => <HealthBadge health={health} />}
          emptyText={t('shell.text.allDelivering')}
          all={
            <TextLink to="/campaigns" search={{ health: 'critical,at_risk' }}>
              {t('shell.action.showAtRisk')}
            </TextLink>
          }
        />
        <AttentionCard
          title={t('shell.title.notReady')}
          query={notReady}
          to={toBooking}
          note={({ status }: Booking) => <StatusBadge status={status} />}
          emptyText={t('shell.text.allReady')}
          all={
            <TextLink to="/campaigns" search={{ status: 'not_ready,rejected' }}>
              {t('shell.action.showNotReady')}
            </TextLink>
          }
        />
        {(me.may('bookings:approve') || me.may('creatives:approve')) && <PendingReview />}
        <AttentionCard
          title={t('shell.title.endingSoon')}
          query={ending}
          to={toBooking}
          note={({ endDate, timeZones }: Booking) => (endDate === null ? '' : instantText(endDate, timeZones[0]))}
          emptyText={t('shell.text.noneEndingSoon')}
        />
        {me.may('decisions:read') && <ScreensNeedingAttention />}
      </SimpleGrid>
      <RecentDelivery />
    </Page>
  );
}

/** Hidden while no screen needs attention. */
function ScreensNeedingAttention() {
  const query = useQuery(screensNeedingAttention());
  if (query.error === null && (query.data?.total ?? 0) === 0) return null;
  return (
    <AttentionCard
      title={t('shell.title.screensNeedingAttention')}
      query={query}
      to={() => '/inventory/screens'}
      search={({ positionId }) => ({ position: String(positionId) })}
      note={({ conditions: [worst] }) => worst !== undefined && <ToneBadge {...screenConditionBadge(worst)} />}
      emptyText={t('shell.text.allScreensHealthy')}
      all={<TextLink to="/inventory/screens">{t('shell.action.showScreens')}</TextLink>}
    />
  );
}

function PendingReview() {
  const bookings = useQuery(bookingsPendingReview());
  const creatives = useQuery(creativesPendingReview());
  const all = <TextLink to="/review">{t('shell.action.goToReview')}</TextLink>;
  return (
    <>
      <AttentionCard
        title={t('shell.title.bookingsPendingReview')}
        query={bookings}
        to={toBooking}
        note={({ startDate, timeZones }: Booking) =>
          t('shell.text.starts', { time: instantText(startDate, timeZones[0]) })
        }
        emptyText={t('shell.text.noBookingsPending')}
        all={all}
      />
      <AttentionCard
        title={t('shell.title.creativesPendingReview')}
        query={creatives}
        to={({ id }) => `/creatives/${id}`}
        note={({ kind }) => kindLabel(kind)}
        emptyText={t('shell.text.noCreativesPending')}
        all={all}
      />
    </>
  );
}
