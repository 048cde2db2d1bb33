/*
 * The home page.
 *
 * - `home-page.tsx`: the cards in the order of the work of the user. `attention-card.tsx`, `attention.ts`: lists of objects
 *   that need attention. `revenue-at-risk.ts`: ranks underdelivering bookings. `system-card.tsx`: for operators.
 * - `key-figure-row.tsx`, `key-figures.ts`: weekly figures. `use-live-delivery.ts`: counts of today.
 * - `recent-delivery.tsx`, `recent-days.ts`: the chart and its report.
 */

import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Booking } from '../../client/generated/types.gen.ts';
import { useMe } from '../api/use-me.ts';
import { kindLabel } from '../creative/model/kind-labels.ts';
import { t } from '../i18n/t.ts';
import { screenConditionBadge } from '../inventory/model/screen-condition-badge.ts';
import { moneyText } from '../labels/figures.ts';
import { reasonText } from '../labels/reason-labels.ts';
import { HealthBadge, StatusBadge, ToneBadge } from '../ui/display/badges.tsx';
import { ButtonLink, TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { instantText } from '../ui/time/zoned-time.ts';
import {
  bookingsEndingSoon,
  bookingsNotReady,
  bookingsPendingReview,
  bookingsRejected,
  bookingsUnderDelivering,
  creativesPendingReview,
  screensNeedingAttention,
  shownBookings,
} from './attention.ts';
import { AttentionCard } from './attention-card.tsx';
import { Checklist } from './checklist.tsx';
import { KeyFigureRow } from './key-figure-row.tsx';
import { RecentDelivery } from './recent-delivery.tsx';
import { byRevenueAtRisk, revenueAtRisk } from './revenue-at-risk.ts';
import { SystemCard } from './system-card.tsx';

/** Favorites load after the first view. */
const FavoritesCard = lazy(async () => ({ default: (await import('../favorite/favorites-card.tsx')).FavoritesCard }));

const setupPage: string = '/setup';
const toBooking = ({ id }: { readonly id: number }) => `/bookings/${id}`;

/** The home page. An administrator of an empty account first sees the setup. */
export function HomePage() {
  return useMe().account.needsSetup ? <Navigate to={setupPage} replace /> : <Overview />;
}

/** Key figures, then what needs attention in the order of the work of the user, then recent delivery. */
function Overview() {
  const me = useMe();
  const reviews = me.may('bookings:approve') || me.may('creatives:approve');
  const manages = me.may('bookings:write');
  return (
    <Page
      title={t('shell.page.home')}
      lead={t(me.reach === 'mapped' ? 'shell.text.homeLeadMapped' : 'shell.text.homeLead')}
      actions={
        <>
          <ButtonLink to="/activity" variant="default">
            {t('shell.page.activity')}
          </ButtonLink>
          {me.may('campaigns:write') && <ButtonLink to="/campaigns/new">{t('campaign.action.new')}</ButtonLink>}
        </>
      }
    >
      <Checklist />
      <Suspense fallback={null}>
        <FavoritesCard />
      </Suspense>
      {me.may('reports:read') && <KeyFigureRow />}
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} mb="md" style={{ alignItems: 'start' }}>
        {reviews && !manages && <PendingReview />}
        <Underdelivering />
        {manages && <Rejected />}
        <NotReady />
        {reviews && manages && <PendingReview />}
        <EndingSoon />
        {me.may('decisions:read') && <ScreensNeedingAttention />}
        {me.may('users:read') && me.may('settings:read') && <SystemCard />}
      </SimpleGrid>
      <RecentDelivery />
    </Page>
  );
}

/** Running bookings behind their goals, those with the highest revenue at risk first. */
function Underdelivering() {
  const query = useQuery({ ...bookingsUnderDelivering(), select: rankedByRisk });
  return (
    <AttentionCard
      title={t('shell.title.underDelivering')}
      query={query}
      to={toBooking}
      detail={(booking: Booking) => <RiskText booking={booking} />}
      note={({ health }: Booking) => <HealthBadge health={health} />}
      emptyText={t('shell.text.allDelivering')}
      all={
        <TextLink to="/bookings" search={{ health: 'critical,at_risk', status: 'running' }}>
          {t('shell.action.showAtRisk')}
        </TextLink>
      }
    />
  );
}

function rankedByRisk({ rows, total }: { readonly rows: readonly Booking[]; readonly total: number }) {
  return { rows: byRevenueAtRisk(rows).slice(0, shownBookings), total };
}

function RiskText({ booking }: { readonly booking: Booking }) {
  const risk = revenueAtRisk(booking);
  const [reason] = booking.limitingReasons;
  if (risk !== null && risk.amount > 0)
    return t('shell.text.revenueAtRisk', {
      amount: moneyText({ amount: String(risk.amount), currency: risk.currency }),
    });
  return reason === undefined ? null : reasonText(reason).text;
}

/** Rejected bookings of the user, with the reasons. */
function Rejected() {
  return (
    <AttentionCard
      title={t('shell.title.rejected')}
      query={useQuery(bookingsRejected())}
      to={toBooking}
      detail={({ rejectionReason }: Booking) => rejectionReason}
      note={({ status }: Booking) => <StatusBadge status={status} />}
      emptyText={t('shell.text.noneRejected')}
      all={
        <TextLink to="/bookings" search={{ status: 'rejected' }}>
          {t('shell.action.showRejected')}
        </TextLink>
      }
    />
  );
}

function NotReady() {
  return (
    <AttentionCard
      title={t('shell.title.notReady')}
      query={useQuery(bookingsNotReady())}
      to={toBooking}
      detail={({ blockingReasons: [reason] }: Booking) => (reason === undefined ? null : reasonText(reason).text)}
      note={({ status }: Booking) => <StatusBadge status={status} />}
      emptyText={t('shell.text.allReady')}
      all={
        <TextLink to="/bookings" search={{ status: 'not_ready' }}>
          {t('shell.action.showNotReady')}
        </TextLink>
      }
    />
  );
}

function EndingSoon() {
  const [nowMs] = useState(() => Date.now());
  return (
    <AttentionCard
      title={t('shell.title.endingSoon')}
      query={useQuery(bookingsEndingSoon(nowMs))}
      to={toBooking}
      note={({ endDate, timeZones }: Booking) => (endDate === null ? '' : instantText(endDate, timeZones[0]))}
      emptyText={t('shell.text.noneEndingSoon')}
    />
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
