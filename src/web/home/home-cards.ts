import type { Person } from '../api/use-me.ts';
import type { AnyQuery } from '../api/use-settled.ts';
import { favoritesQuery } from '../favorite/favorite-queries.ts';
import {
  bookingsEndingSoon,
  bookingsNotReady,
  bookingsPendingReview,
  bookingsRejected,
  bookingsUnderDelivering,
  creativesPendingReview,
  screensNeedingAttention,
} from './attention.ts';
import { hostsQuery } from './role/hosts-query.ts';

/** A card of the home page. */
export type HomeCard =
  | 'review'
  | 'pendingReview'
  | 'underDelivering'
  | 'rejected'
  | 'notReady'
  | 'endingSoon'
  | 'screens'
  | 'system';

/** Returns the cards of a user in the order of their work. */
export function homeCardsOf(me: Person): readonly HomeCard[] {
  const reviews = me.may('bookings:approve') || me.may('creatives:approve');
  const manages = me.may('bookings:write');
  const cards: readonly (HomeCard | false)[] = [
    reviews && !manages && 'review',
    reviews && !manages && 'pendingReview',
    'underDelivering',
    manages && 'rejected',
    'notReady',
    reviews && manages && 'pendingReview',
    'endingSoon',
    me.may('decisions:read') && 'screens',
    me.may('users:read') && me.may('settings:read') && 'system',
  ];
  return cards.filter((card) => card !== false);
}

const queriesOfCard: Readonly<Record<HomeCard, (nowMs: number) => readonly AnyQuery[]>> = {
  review: () => [bookingsPendingReview(), creativesPendingReview()],
  pendingReview: () => [bookingsPendingReview(), creativesPendingReview()],
  underDelivering: () => [bookingsUnderDelivering()],
  rejected: () => [bookingsRejected()],
  notReady: () => [bookingsNotReady()],
  endingSoon: (nowMs) => [bookingsEndingSoon(nowMs)],
  screens: () => [screensNeedingAttention()],
  system: () => [hostsQuery],
};

/** Returns the queries whose results determine the height of the cards. */
export function queriesOfCards(cards: readonly HomeCard[], nowMs: number): readonly AnyQuery[] {
  return [favoritesQuery, ...cards.flatMap((card) => queriesOfCard[card](nowMs))];
}
