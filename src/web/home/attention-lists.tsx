import type { ReactNode } from 'react';
import type { Booking, Creative } from '../../client/generated/types.gen.ts';
import type { AnyQuery } from '../api/use-settled.ts';
import { goalFigures } from '../booking/model/goal-figures.ts';
import { kindLabel } from '../creative/model/kind-labels.ts';
import { PacingBar } from '../delivery/pacing-bar.tsx';
import { t } from '../i18n/t.ts';
import { screenConditionBadge } from '../inventory/model/screen-condition-badge.ts';
import { moneyText } from '../labels/figures.ts';
import { progressText } from '../labels/progress-text.ts';
import { reasonText } from '../labels/reason-labels.ts';
import { HealthBadge, StateBadge, StatusBadge, ToneBadge } from '../ui/display/badges.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { dayText, instantText, lastDayText } from '../ui/time/zoned-time.ts';
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
import { byRevenueBehindPlan, revenueBehindPlan } from './revenue-behind-plan.ts';

/** An object that needs attention. */
export type AttentionRow = {
  readonly name: string;
  readonly to: string;
  /** Search parameters of the link. */
  readonly search?: Readonly<Record<string, string>>;
  /** A badge. */
  readonly mark: ReactNode;
  readonly reason?: ReactNode;
  /** The campaign of a booking. Its name is below that of the booking. */
  readonly campaignId?: number;
  /** A bar with the state of the goal. */
  readonly progress?: ReactNode;
  /** An amount or a time. */
  readonly note?: ReactNode;
  /** The end, below the note. */
  readonly until?: string | undefined;
};

export type AttentionListName =
  | 'underDelivering'
  | 'rejected'
  | 'notReady'
  | 'endingSoon'
  | 'screens'
  | 'bookingsPendingReview'
  | 'creativesPendingReview';

type Found = { readonly rows: readonly AttentionRow[]; readonly total: number };

/** Objects that need attention for the same reason. */
export type AttentionList = {
  readonly title: string;
  /** Name of the list in the sentence about lists without objects. */
  readonly name: AttentionListName;
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
      return [notReady(nowMs)];
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
}: Omit<AttentionList, 'foundIn'> & {
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

function bookingRow(
  { id, name, campaignId }: Booking,
  rest: Omit<AttentionRow, 'name' | 'to' | 'search' | 'campaignId'>,
): AttentionRow {
  return { name, to: `/bookings/${id}`, campaignId, ...rest };
}

/** Running bookings behind their goals, those with the highest revenue behind plan first. */
function underDelivering(): AttentionList {
  return listOf<Booking>({
    title: t('shell.title.underDelivering'),
    name: 'underDelivering',
    query: bookingsUnderDelivering(),
    rank: (rows) => byRevenueBehindPlan(rows).slice(0, shownBookings),
    rowOf: (booking) =>
      bookingRow(booking, {
        mark: <HealthBadge health={booking.health} />,
        reason: limitsText(booking),
        progress: booking.progress !== null && (
          <PacingBar {...booking.progress} text={progressText(booking.progress)} />
        ),
        note: behindPlanText(booking),
        until: endText(booking),
      }),
    all: (
      <TextLink to="/bookings" search={{ health: 'critical,at_risk', status: 'running' }}>
        {t('shell.action.showAtRisk')}
      </TextLink>
    ),
  });
}

function behindPlanText(booking: Booking): string | null {
  const missing = revenueBehindPlan(booking);
  if (missing === null || missing.amount <= 0) return null;
  return t('shell.text.behindPlan', {
    amount: moneyText({ amount: String(missing.amount), currency: missing.currency }),
  });
}

function endText({ endDate, timeZones }: Booking): string | undefined {
  return endDate === null ? undefined : t('shell.text.ends', { day: lastDayText(endDate, timeZones[0]) });
}

/** `Behind goal: 136 of 2,320 planned. No recent delivery.` */
function limitsText(booking: Booking): string {
  const planned = goalFigures(booking)?.planned ?? null;
  return booking.limitingReasons
    .map((code) => {
      const reason = reasonText(code).text;
      return code === 'BEHIND_GOAL' && planned !== null
        ? t('shell.text.plannedSoFar', { reason, delivered: goalFigures(booking)?.delivered ?? '', planned })
        : t('shell.text.sentence', { reason });
    })
    .join(' ');
}

/** `No creative. Should have started on 25 Nov 2026.` */
function blockedText({ blockingReasons: [code], startDate, timeZones }: Booking, nowMs: number): string {
  const day = dayText(startDate, timeZones[0]);
  const start = t(Date.parse(startDate) <= nowMs ? 'shell.text.shouldHaveStarted' : 'shell.text.startsOn', { day });
  return code === undefined ? start : `${t('shell.text.sentence', { reason: reasonText(code).text })} ${start}`;
}

/** Rejected bookings of the user, with the reasons. */
function rejected(): AttentionList {
  return listOf<Booking>({
    title: t('shell.title.rejected'),
    name: 'rejected',
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
function notReady(nowMs: number): AttentionList {
  return listOf<Booking>({
    title: t('shell.title.notReady'),
    name: 'notReady',
    query: bookingsNotReady(),
    rowOf: (booking) =>
      bookingRow(booking, {
        mark: <StatusBadge status={booking.status} />,
        reason: blockedText(booking, nowMs),
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
    name: 'endingSoon',
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
    name: 'screens',
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
      name: 'bookingsPendingReview',
      query: bookingsPendingReview(),
      rowOf: (booking) =>
        bookingRow(booking, { mark: <StatusBadge status={booking.status} />, note: startText(booking) }),
      all,
    }),
    listOf<Creative>({
      title: t('shell.title.creativesPendingReview'),
      name: 'creativesPendingReview',
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
