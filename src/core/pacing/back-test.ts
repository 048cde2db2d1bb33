import { createDailyCurve, type DailyCurve, expectedDays, observeRecorded } from './daily-curve.ts';

const hoursPerDay = 24;
const hoursPerWeek = 168;
/** What came before is learned from for so long, before the first day that is forecast: each hour of the week once. */
const learnedDays = 7;
/** The same where not much more than a week is known; intervals are wider then. */
const leastLearnedDays = 2;
/** From so many days on there are enough left to test with. */
const daysForWeek = 12;
/** The latest errors tell of the next one; those of another season do not. */
const latestErrors = 28;
/** With fewer errors nothing is said. */
export const leastBackTests = 4;
/** Of the hours that a test forecasts, as many have to have been seen. */
const leastSeen = 0.5;

/** Requests of consecutive hours; NaN: not seen. */
export type HourlyRequests = {
  /** Hours since the epoch, the first of a day (UTC). */
  readonly firstHour: number;
  readonly requests: Float64Array;
};

/** A past forecast beside what came. */
export type BackTest = {
  /** Day that it forecasts from, in days since the epoch. */
  readonly day: number;
  readonly expected: number;
  readonly actual: number;
  /** ln((actual + 1) / (expected + 1)). */
  readonly error: number;
};

/**
 * Forecasts each recorded day, or so many days from it on, from what was known before it alone.
 * @param horizonDays whole days, 1 or more
 * Source: docs/decisions/0096-forecasts.md.
 */
export function backTest({ firstHour, requests }: HourlyRequests, horizonDays: number): readonly BackTest[] {
  const days = Math.floor(requests.length / hoursPerDay);
  const firstDay = firstHour / hoursPerDay;
  const curve: DailyCurve = createDailyCurve();
  const from = days >= daysForWeek + horizonDays - 1 ? learnedDays : leastLearnedDays;
  const tests: BackTest[] = [];
  for (let day = 0; day < days; day += 1) {
    const start = day * hoursPerDay;
    if (day >= from && day + horizonDays <= days) {
      const test = compare(expectedDays(curve), { firstHour, requests, start, hours: horizonDays * hoursPerDay });
      if (test !== null) tests.push({ day: firstDay + day, ...test });
    }
    for (let hour = start; hour < start + hoursPerDay; hour += 1) {
      observeRecorded(curve, firstHour + hour, requests[hour] as number);
    }
  }
  return tests;
}

type Span = HourlyRequests & { readonly start: number; readonly hours: number };

/** Hours that were not seen are left out on both sides; null: too many were not. */
function compare(week: Float64Array, { firstHour, requests, start, hours }: Span): Omit<BackTest, 'day'> | null {
  let expected = 0;
  let actual = 0;
  let seen = 0;
  for (let hour = start; hour < start + hours; hour += 1) {
    const came = requests[hour] as number;
    if (Number.isNaN(came)) continue;
    seen += 1;
    actual += came;
    expected += week[(firstHour + hour) % hoursPerWeek] as number;
  }
  if (seen < hours * leastSeen) return null;
  return { expected, actual, error: Math.log((actual + 1) / (expected + 1)) };
}

/** Between `low` and `high` times the forecast lie 95 of 100. */
export type ForecastSpread = { readonly low: number; readonly high: number };

/**
 * How far a forecast may be off, by how far those before it were; null: there were too few.
 * Errors of forecasts over several days overlap, so as many of them tell less.
 * @param errors of back-tests whose days are over, the latest last
 * @example a forecast of 1,000 with { low: 0.8, high: 1.25 }: 800 to 1,250
 */
export function spreadOf(errors: readonly number[], horizonDays: number): ForecastSpread | null {
  const latest = errors.slice(-latestErrors);
  const count = latest.length;
  if (count < leastBackTests) return null;
  const square = latest.reduce((sum, error) => sum + error * error, 0) / count;
  const independent = Math.max(leastBackTests / 2, count / horizonDays);
  const reach = quantile975(independent) * Math.sqrt(square * (1 + 1 / count));
  return { low: Math.exp(-reach), high: Math.exp(reach) };
}

/** How good forecasts were. */
export type ForecastRecord = {
  readonly backTests: number;
  /** Mean of how far they were off, as part of what came; null: there were none. */
  readonly meanError: number | null;
  /** Part of those with an interval, from what was known before them, that it held; null: there were none. */
  readonly held: number | null;
};

/** @param tests in the order of their days */
export function recordOf(tests: readonly BackTest[], horizonDays: number): ForecastRecord {
  let off = 0;
  let intervals = 0;
  let held = 0;
  for (const [index, { day, expected, actual }] of tests.entries()) {
    off += Math.abs(expected - actual) / Math.max(1, actual);
    const known = tests.slice(0, index).filter((before) => before.day + horizonDays <= day);
    const spread = spreadOf(
      known.map(({ error }) => error),
      horizonDays,
    );
    if (spread === null) continue;
    intervals += 1;
    if (actual + 1 >= (expected + 1) * spread.low && actual + 1 <= (expected + 1) * spread.high) held += 1;
  }
  return {
    backTests: tests.length,
    meanError: tests.length === 0 ? null : off / tests.length,
    held: intervals === 0 ? null : held / intervals,
  };
}

/** The 97.5 % quantile of Student's t, by the expansion of Cornish and Fisher; within 4 % from two degrees on. */
function quantile975(degrees: number): number {
  const z = 1.959964;
  const cubed = z ** 3;
  const first = (cubed + z) / (4 * degrees);
  const second = (5 * z ** 5 + 16 * cubed + 3 * z) / (96 * degrees ** 2);
  return z + first + second;
}
