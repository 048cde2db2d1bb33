import type { ReactNode } from 'react';
import type { Booking, Creative } from '../../client/generated/types.gen.ts';
import type { AnyQuery } from '../api/use-settled.ts';
import { kindLabel } from '../creative/model/kind-labels.ts';
import { t } from '../i18n/t.ts';
import { screenConditionBadge } from '../inventory/model/screen-condition-badge.ts';
import { moneyText } from '../labels/figures.ts';
import { reasonText } from '../labels/reason-labels.ts';
import { HealthBadge, StateBadge, StatusBadge, ToneBadge } from '../ui/display/badges.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { instantText } from '../ui/time/zoned-time.ts';
import {
  bookingsEndingSoon,
  bookingsNotReady,
  bookingsPendingReview,
  bookingsRejected,
  bookingsUnderDelivering,
  creativesPendingReview,
  type ListedScreen,
  screensNeedingAttention,
  shownBookings,
} from './attention.ts';
import type { HomeCard } from './home-cards.ts';
import { byRevenueAtRisk, revenueAtRisk } from './revenue-at-risk.ts';

/** An object that needs attention. */
export type AttentionRow = {
  readonly name: string;
  readonly to: string;
  /** Search parameters of the link. */
  readonly search?: Readonly<Record<string, string>>;
  /** A badge. */
  readonly mark: ReactNode;
  readonly reason?: ReactNode;
  /** An amount or a time. */
  readonly note?: ReactNode;
};

type Found = { readonly rows: readonly AttentionRow[]; readonly total: number };

/** Objects that need attention for the same reason. */
export type AttentionList = {
  readonly title: string;
  readonly query: AnyQuery;
  /** The rows in the response of the query. */
  readonly foundIn: (data: unknown) => Found;
  /** Link to all objects. */
  readonly all?: ReactNode;
};

/** The lists of a card of the home page. */
export function attentionListsOf(card: HomeCard, nowMs: number): readonly AttentionList[] {
  switch (card) {
    case 'underDelivering':
      return [underDelivering()];
    case 'rejected':
      return [rejected()];
    case 'notReady':
      return [notReady()];
    case 'pendingReview':
      return pendingReview();
    case 'endingSoon':
      return [endingSoon(nowMs)];
    case 'screens':
      return [screens()];
    default:
      return [];
  }
}

function listOf<Item>({
  rowOf,
  rank = (items) => items,
  ...list
}: Pick<AttentionList, 'title' | 'query' | 'all'> & {
  readonly rowOf: (item: Item) => AttentionRow;
  /** Sorts the items and removes those that are not shown. */
  readonly rank?: (items: readonly Item[]) => readonly Item[];
}): AttentionList {
  return {
    ...list,
    foundIn: (data) => {
      const { rows, total } = data as { readonly rows: readonly Item[]; readonly total: number };
      return { rows: rank(rows).map(rowOf), total };
    },
  };
}

function bookingRow({ id, name }: Booking, rest: Pick<AttentionRow, 'mark' | 'reason' | 'note'>): AttentionRow {
  return { name, to: `/bookings/${id}`, ...rest };
}

/** Running bookings behind their goals, those with the highest revenue at risk first. */
function underDelivering(): AttentionList {
  return listOf<Booking>({
    title: t('shell.title.underDelivering'),
    query: bookingsUnderDelivering(),
    rank: (rows) => byRevenueAtRisk(rows).slice(0, shownBookings),
    rowOf: (booking) =>
      bookingRow(booking, {
        mark: <HealthBadge health={booking.health} />,
        reason: firstReason(booking.limitingReasons),
        note: riskText(booking),
      }),
    all: (
      <TextLink to="/bookings" search={{ health: 'critical,at_risk', status: 'running' }}>
        {t('shell.action.showAtRisk')}
      </TextLink>
    ),
  });
}

function riskText(booking: Booking): string | null {
  const risk = revenueAtRisk(booking);
  if (risk === null || risk.amount <= 0) return null;
  return t('shell.text.revenueAtRisk', {
    amount: moneyText({ amount: String(risk.amount), currency: risk.currency }),
  });
}

function firstReason([reason]: Booking['limitingReasons'] | Booking['blockingReasons']): string | null {
  return reason === undefined ? null : reasonText(reason).text;
}

/** Rejected bookings of the user, with the reasons. */
function rejected(): AttentionList {
  return listOf<Booking>({
    title: t('shell.title.rejected'),
    query: bookingsRejected(),
    rowOf: (booking) =>
      bookingRow(booking, { mark: <StatusBadge status={booking.status} />, reason: booking.rejectionReason }),
    all: (
      <TextLink to="/bookings" search={{ status: 'rejected' }}>
        {t('shell.action.showRejected')}
      </TextLink>
    ),
  });
}

/** Bookings that should deliver and cannot. */
function notReady(): AttentionList {
  return listOf<Booking>({
    title: t('shell.title.notReady'),
    query: bookingsNotReady(),
    rowOf: (booking) =>
      bookingRow(booking, {
        mark: <StatusBadge status={booking.status} />,
        reason: firstReason(booking.blockingReasons),
      }),
    all: (
      <TextLink to="/bookings" search={{ status: 'not_ready' }}>
        {t('shell.action.showNotReady')}
      </TextLink>
    ),
  });
}

/** Running bookings that end within 3 days. */
function endingSoon(nowMs: number): AttentionList {
  return listOf<Booking>({
    title: t('shell.title.endingSoon'),
    query: bookingsEndingSoon(nowMs),
    rowOf: (booking) =>
      bookingRow(booking, {
        mark: <ToneBadge text={t('shell.title.endingSoon')} tone="busy" />,
        note: booking.endDate === null ? null : instantText(booking.endDate, booking.timeZones[0]),
      }),
  });
}

/** Screens with problems, the most severe first. */
function screens(): AttentionList {
  return listOf<ListedScreen>({
    title: t('shell.title.screensNeedingAttention'),
    query: screensNeedingAttention(),
    rowOf: ({ name, positionId, conditions: [worst] }) => ({
      name,
      to: '/inventory/screens',
      search: { position: String(positionId) },
      mark: worst !== undefined && <ToneBadge {...screenConditionBadge(worst)} />,
    }),
    all: <TextLink to="/inventory/screens">{t('shell.action.showScreens')}</TextLink>,
  });
}

/** Bookings and creatives that are pending review. */
function pendingReview(): readonly AttentionList[] {
  const all = <TextLink to="/review">{t('shell.action.goToReview')}</TextLink>;
  return [
    listOf<Booking>({
      title: t('shell.title.bookingsPendingReview'),
      query: bookingsPendingReview(),
      rowOf: (booking) =>
        bookingRow(booking, { mark: <StatusBadge status={booking.status} />, note: startText(booking) }),
      all,
    }),
    listOf<Creative>({
      title: t('shell.title.creativesPendingReview'),
      query: creativesPendingReview(),
      rowOf: ({ id, name, kind, state }) => ({
        name,
        to: `/creatives/${id}`,
        mark: <StateBadge state={state} />,
        reason: kindLabel(kind),
      }),
      all,
    }),
  ];
}

function startText({ startDate, timeZones }: Booking): string {
  return t('shell.text.starts', { time: instantText(startDate, timeZones[0]) });
}
