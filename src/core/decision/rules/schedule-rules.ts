import type { Candidate, SnapshotAd } from '../../snapshot/snapshot.ts';
import { minuteText } from '../../time/local-time.ts';
import { dayPartHolds, dayPartText, includesDay } from '../tables/schedule.ts';
import type { EvaluationContext, Rule, TimeSpan } from './rule.ts';
import { acceptedAds, adRuns, remainingMs, showableAds } from './showable-ads.ts';

const msPerSecond = 1_000;

/** Maximum number of different reasons in a trace. */
const maxReasons = 3;

/** Flight dates, active days and dayparts of a booking. */
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
    concerns: ({ booking }, span) => endsWithin(booking.endMs, span),
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

/** Requires a creative that can be delivered. */
export const creativeRule: Rule = {
  reason: 'NO_FITTING_CREATIVE',
  concerns: ({ fittingAds }, span) => !fittingAds.some((ad) => lasts(ad, span)),
  allows: (candidate, { nowMs }) => candidate.fittingAds.some((ad) => adRuns(ad, nowMs)),
  expected: () => 'a creative in the format of the position that runs now',
  actual: ({ booking, fittingAds }) => `${booking.adCount} in the booking, ${fittingAds.length} fit, 0 run now`,
};

/** Terms of the request. */
export const termsRule: Rule = {
  reason: 'REQUEST_TERMS_NOT_MET',
  // The request is not known when the hour is prepared. For most requests the rule is not evaluated.
  concerns: () => true,
  allows: (candidate, moment) => moment.request.terms === undefined || acceptedAds(candidate, moment).length > 0,
  expected: (_, { request }) => request.terms?.inWords() ?? '',
  actual: ({ fittingAds }, moment) => refusalsOf(fittingAds, moment),
};

/**
 * Requires a creative that can be shown without the MRAID container of an app. Terms state what a bid request supports;
 * other requests do not state that they have a container. Source: docs/decisions/0238-mraid-needs-an-app.md.
 */
export const containerRule: Rule = {
  reason: 'NEEDS_APP',
  concerns: ({ fittingAds }) => fittingAds.some(({ creative }) => creative.needsContainer),
  allows: (candidate, { nowMs, request }) =>
    request.terms !== undefined || showableAds(candidate, nowMs, undefined).length > 0,
  expected: () => 'a bid request of an app, or a creative without MRAID',
  actual: ({ fittingAds }) => `no bid request, none of ${fittingAds.length} fitting creatives without MRAID`,
};

/** Returns the reasons for which the terms of a request reject creatives. */
function refusalsOf(ads: readonly SnapshotAd[], moment: EvaluationContext): string {
  const { nowMs, request } = moment;
  const { terms } = request;
  const running = ads.filter((ad) => adRuns(ad, nowMs));
  const reasons = new Set(
    running.map((ad) =>
      terms?.breakTime !== undefined && terms.accepts(ad)
        ? `${secondsText(terms.breakTime.durationMs(ad))}, ${secondsText(remainingMs(terms.breakTime, moment))} left in the ad break`
        : (terms?.refusal?.(ad) ?? ''),
    ),
  );
  const known = [...reasons].filter((reason) => reason !== '').slice(0, maxReasons);
  return known.length === 0 ? `none of ${ads.length} fitting creatives` : known.join('; ');
}

/** Reports whether an end is before the end of a time span. @param endMs epoch ms; null: open end */
export function endsWithin(endMs: number | null, { toMs }: TimeSpan): boolean {
  return endMs !== null && endMs < toMs;
}

/** Returns false if the dates of the booking and its ads rule out every moment of the time span. */
export function mayRunWithin({ booking, fittingAds }: Candidate, span: TimeSpan): boolean {
  return meets(booking, span) && fittingAds.some((ad) => meets(ad, span));
}

/**
 * Reports whether, from a given time, the dates of the booking and its ads allow delivery until the end of the booking.
 * @param fromMs epoch ms
 */
export function runsToItsEnd({ booking, fittingAds }: Candidate, fromMs: number): boolean {
  const hasBegun = ({ startMs }: Dates) => startMs === null || startMs <= fromMs;
  return hasBegun(booking) && fittingAds.some((ad) => hasBegun(ad) && ad.endMs === null);
}

type Dates = { readonly startMs: number | null; readonly endMs: number | null };

/** Reports whether the dates allow some moment of the time span. */
function meets({ startMs, endMs }: Dates, { fromMs, toMs }: TimeSpan): boolean {
  return (startMs === null || startMs < toMs) && (endMs === null || endMs > fromMs);
}

/** Reports whether the dates allow every moment of the time span. */
function lasts({ startMs, endMs }: Dates, { fromMs, toMs }: TimeSpan): boolean {
  return (startMs === null || startMs <= fromMs) && (endMs === null || endMs >= toMs);
}

function secondsText(ms: number): string {
  return `${ms / msPerSecond} s`;
}

function instantText(instantMs: number): string {
  return new Date(instantMs).toISOString();
}
