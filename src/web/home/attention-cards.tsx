import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Booking } from '../../client/generated/types.gen.ts';
import { kindLabel } from '../creative/model/kind-labels.ts';
import { t } from '../i18n/t.ts';
import { screenConditionBadge } from '../inventory/model/screen-condition-badge.ts';
import { moneyText } from '../labels/figures.ts';
import { reasonText } from '../labels/reason-labels.ts';
import { HealthBadge, StatusBadge, ToneBadge } from '../ui/display/badges.tsx';
import { TextLink } from '../ui/page/link.tsx';
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
import { byRevenueAtRisk, revenueAtRisk } from './revenue-at-risk.ts';

const toBooking = ({ id }: { readonly id: number }) => `/bookings/${id}`;

/** Running bookings behind their goals, those with the highest revenue at risk first. */
export function Underdelivering() {
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
export function Rejected() {
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

/** Bookings that should deliver and cannot. */
export function NotReady() {
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

/** Running bookings that end within 3 days. */
export function EndingSoon() {
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
export function UnhealthyScreens() {
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

/** Bookings and creatives that are pending review. */
export function PendingReview() {
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
