import type { Candidate, SnapshotAd } from '../../snapshot/snapshot.ts';
import { minuteText } from '../../words/local-time.ts';
import { dayPartHolds, dayPartText, includesDay } from '../schedule.ts';
import type { Rule, TimeSpan } from './rule.ts';

/** When a booking may deliver, on the calendar and on the wall clock. */
export const scheduleRules: readonly Rule[] = [
  {
    reason: 'BEFORE_START',
    concerns: ({ booking }, { fromMs }) => booking.startMs > fromMs,
    allows: ({ booking }, { nowMs }) => nowMs >= booking.startMs,
    expected: ({ booking }) => `from ${instantText(booking.startMs)}`,
    actual: (_, { nowMs }) => instantText(nowMs),
  },
  {
    reason: 'AFTER_END',
    concerns: ({ booking }, { toMs }) => booking.endMs !== null && booking.endMs < toMs,
    allows: ({ booking }, { nowMs }) => booking.endMs === null || nowMs < booking.endMs,
    expected: ({ booking }) => (booking.endMs === null ? 'open end' : `before ${instantText(booking.endMs)}`),
    actual: (_, { nowMs }) => instantText(nowMs),
  },
  {
    reason: 'DAY_NOT_ACTIVE',
    concerns: ({ booking }) => booking.activeDays.length > 0,
    allows: ({ booking }, { local }) => includesDay(booking.activeDays, local),
    expected: ({ booking }) => booking.activeDays.join(' '),
    actual: (_, { local }) => local.weekday,
  },
  {
    reason: 'OUTSIDE_DAY_PART',
    concerns: ({ booking }) => booking.dayParts.length > 0,
    allows: ({ booking: { dayParts } }, { local }) =>
      dayParts.length === 0 || dayParts.some((part) => dayPartHolds(part, local)),
    expected: ({ booking }) => booking.dayParts.map(dayPartText).join(', '),
    actual: (_, { local }) => `${local.weekday} ${minuteText(local.minuteOfDay)}`,
  },
];

/** With what it may deliver. */
export const creativeRule: Rule = {
  reason: 'NO_FITTING_CREATIVE',
  concerns: ({ fittingAds }, span) => !fittingAds.some((ad) => lasts(ad, span)),
  allows: (candidate, { nowMs }) => candidate.fittingAds.some((ad) => adRuns(ad, nowMs)),
  expected: () => "a creative in the position's format that runs now",
  actual: ({ booking, fittingAds }) => `${booking.adCount} in the booking, ${fittingAds.length} fit, 0 run now`,
};

/** False when the dates of booking and ads rule out every moment of the time span. */
export function mayRunWithin({ booking, fittingAds }: Candidate, span: TimeSpan): boolean {
  return meets(booking, span) && fittingAds.some((ad) => meets(ad, span));
}

/**
 * Ads of a candidate that may show now: the ad's own start is included, its end excluded.
 * @param nowMs epoch ms
 */
export function runningAds({ fittingAds }: Candidate, nowMs: number): readonly SnapshotAd[] {
  return fittingAds.every((ad) => adRuns(ad, nowMs)) ? fittingAds : fittingAds.filter((ad) => adRuns(ad, nowMs));
}

function adRuns({ startMs, endMs }: SnapshotAd, nowMs: number): boolean {
  return (startMs === null || nowMs >= startMs) && (endMs === null || nowMs < endMs);
}

type Dates = { readonly startMs: number | null; readonly endMs: number | null };

/** True when the dates hold for some moment of the time span. */
function meets({ startMs, endMs }: Dates, { fromMs, toMs }: TimeSpan): boolean {
  return (startMs === null || startMs < toMs) && (endMs === null || endMs > fromMs);
}

/** True when the dates hold for every moment of the time span. */
function lasts({ startMs, endMs }: Dates, { fromMs, toMs }: TimeSpan): boolean {
  return (startMs === null || startMs <= fromMs) && (endMs === null || endMs >= toMs);
}

function instantText(instantMs: number): string {
  return new Date(instantMs).toISOString();
}
