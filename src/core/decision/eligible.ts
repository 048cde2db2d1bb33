import type { Candidate, SnapshotAd } from '../snapshot/snapshot.ts';
import type { BookingId } from '../words/ids.ts';
import type { LocalMoment } from '../words/local-time.ts';
import type { RefusalReason } from '../words/reasons.ts';
import { dayPartHolds, dayPartText, includesDay, minuteText } from './schedule.ts';

/** What a rule may look at besides the candidate. */
export type Moment = {
  readonly nowMs: number;
  /** The same instant in the time zone of the position's publication. */
  readonly local: LocalMoment;
  /** Bookings that won an earlier slot of this request. */
  readonly taken: ReadonlySet<BookingId>;
};

export type Rule = {
  readonly reason: RefusalReason;
  readonly allows: (candidate: Candidate, moment: Moment) => boolean;
  readonly expected: (candidate: Candidate) => string;
  readonly actual: (candidate: Candidate, moment: Moment) => string;
};

/**
 * The first rule that refuses a candidate at a moment; null: it is eligible.
 * @param asked `rules`, or `momentRules` for a candidate of which `neverDelivers` is false: the others cannot refuse it
 * Source: product decisions 5.1.
 */
export function refusingRule(candidate: Candidate, moment: Moment, asked: readonly Rule[]): Rule | null {
  for (const rule of asked) {
    if (!rule.allows(candidate, moment)) return rule;
  }
  return null;
}

/** True when no clock and no request can make this candidate eligible in its revision. */
export function neverDelivers(candidate: Candidate): boolean {
  return candidate.fittingAds.length === 0 || statusRules.some((rule) => !rule.allows(candidate, noMoment));
}

/**
 * Ads of a candidate that may show now: the ad's own start is included, its end excluded.
 * @param nowMs epoch ms
 */
export function runningAds(candidate: Candidate, nowMs: number): readonly SnapshotAd[] {
  return candidate.fittingAds.every((ad) => adRuns(ad, nowMs))
    ? candidate.fittingAds
    : candidate.fittingAds.filter((ad) => adRuns(ad, nowMs));
}

/** What was decided about booking and campaign; an option keeps inventory in mind and an offer waits: neither delivers. */
const statusRules: readonly Rule[] = [
  {
    reason: 'BOOKING_NOT_APPROVED',
    allows: ({ booking }) => booking.lifecycle === 'approved',
    expected: () => 'approved',
    actual: ({ booking }) => booking.lifecycle,
  },
  {
    reason: 'BOOKING_PAUSED',
    allows: ({ booking }) => !booking.paused,
    expected: () => 'not paused',
    actual: () => 'paused',
  },
  {
    reason: 'BOOKING_HELD',
    allows: ({ booking }) => !booking.held,
    expected: () => 'not held',
    actual: () => 'held',
  },
  {
    reason: 'CAMPAIGN_NOT_DELIVERING',
    allows: ({ booking }) => booking.campaign.delivering && booking.campaign.type === 'campaign',
    expected: () => 'a delivering campaign',
    actual: ({ booking }) =>
      booking.campaign.type === 'campaign' ? 'a stopped campaign' : `campaign of type ${booking.campaign.type}`,
  },
];

/** When it may deliver, with what, and beside what. */
export const momentRules: readonly Rule[] = [
  {
    reason: 'BEFORE_START',
    allows: ({ booking }, { nowMs }) => nowMs >= booking.startMs,
    expected: ({ booking }) => `from ${instantText(booking.startMs)}`,
    actual: (_, { nowMs }) => instantText(nowMs),
  },
  {
    reason: 'AFTER_END',
    allows: ({ booking }, { nowMs }) => booking.endMs === null || nowMs < booking.endMs,
    expected: ({ booking }) => (booking.endMs === null ? 'open end' : `before ${instantText(booking.endMs)}`),
    actual: (_, { nowMs }) => instantText(nowMs),
  },
  {
    reason: 'DAY_NOT_ACTIVE',
    allows: ({ booking }, { local }) => includesDay(booking.activeDays, local),
    expected: ({ booking }) => booking.activeDays.join(' '),
    actual: (_, { local }) => local.weekday,
  },
  {
    reason: 'OUTSIDE_DAY_PART',
    allows: ({ booking: { dayParts } }, { local }) =>
      dayParts.length === 0 || dayParts.some((part) => dayPartHolds(part, local)),
    expected: ({ booking }) => booking.dayParts.map(dayPartText).join(', '),
    actual: (_, { local }) => `${local.weekday} ${minuteText(local.minuteOfDay)}`,
  },
  {
    reason: 'NO_FITTING_CREATIVE',
    allows: (candidate, { nowMs }) => hasRunningAd(candidate, nowMs),
    expected: () => "a creative in the position's format that runs now",
    actual: ({ booking, fittingAds }) => `${booking.ads.length} in the booking, ${fittingAds.length} fit, 0 run now`,
  },
  {
    reason: 'ALREADY_IN_REQUEST',
    allows: ({ booking }, { taken }) => !taken.has(booking.id),
    expected: () => 'once per request',
    actual: () => 'won an earlier slot',
  },
];

/** All rules in the order in which they are asked, which is that of `refusalReasons`. */
export const rules: readonly Rule[] = [...statusRules, ...momentRules];

/** The rules of status look at no moment. */
const noMoment: Moment = { nowMs: 0, local: { weekday: 'mon', minuteOfDay: 0 }, taken: new Set() };

function hasRunningAd({ fittingAds }: Candidate, nowMs: number): boolean {
  for (const ad of fittingAds) {
    if (adRuns(ad, nowMs)) return true;
  }
  return false;
}

function adRuns({ row }: SnapshotAd, nowMs: number): boolean {
  return (row.startMs === null || nowMs >= row.startMs) && (row.endMs === null || nowMs < row.endMs);
}

function instantText(instantMs: number): string {
  return new Date(instantMs).toISOString();
}
