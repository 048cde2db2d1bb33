import { createDailyCurve, type DailyCurve, expectedDays, observeRecorded } from './daily-curve.ts';
import { studentQuantile975 } from './student-quantile.ts';

const hoursPerDay = 24;
const hoursPerWeek = 168;
/** Days of data used before the first forecast day: each hour of the week once. */
const learnedDays = 7;
/** Days of data used if little more than a week is known. Intervals are wider then. */
const leastLearnedDays = 2;
/** Number of days from which `learnedDays` leaves enough days to test. */
const daysForWeek = 12;
/** Number of latest errors used. Errors of another season are not representative. */
const latestErrors = 28;
/** Minimum number of errors for a spread. */
export const leastBackTests = 4;
/** Minimum part of the forecast hours of a test that must have data. */
const leastSeen = 0.5;

/** Requests of consecutive hours; NaN: no data. */
export type HourlyRequests = {
  /** First hour, in hours since the epoch: the start of a day (UTC). */
  readonly firstHour: number;
  readonly requests: Float64Array;
};

/** A past forecast compared with the actual requests. */
export type BackTest = {
  /** First forecast day, in days since the epoch. */
  readonly day: number;
  readonly expected: number;
  readonly actual: number;
  /** ln((actual + 1) / (expected + 1)). */
  readonly error: number;
};

/**
 * Forecasts each recorded day, or a horizon from it, using only earlier data.
 * Source: docs/decisions/0096-forecasts.md.
 * @param horizonDays whole days, 1 or more
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

/** Hours without data are omitted on both sides; null: too many have no data. */
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

/** The 95 % interval of a forecast, as factors of its value. */
export type ForecastSpread = { readonly low: number; readonly high: number };

/**
 * Returns the spread of a forecast derived from earlier errors; null: too few. Errors of forecasts over several days
 * overlap, so they count for less.
 * @param errors of completed back-tests, latest last
 * @example a forecast of 1,000 with { low: 0.8, high: 1.25 }: 800 to 1,250
 */
export function spreadOf(errors: readonly number[], horizonDays: number): ForecastSpread | null {
  const latest = errors.slice(-latestErrors);
  const count = latest.length;
  if (count < leastBackTests) return null;
  const square = latest.reduce((sum, error) => sum + error * error, 0) / count;
  const independent = Math.max(leastBackTests / 2, count / horizonDays);
  const reach = studentQuantile975(independent) * Math.sqrt(square * (1 + 1 / count));
  return { low: Math.exp(-reach), high: Math.exp(reach) };
}

/** Accuracy of past forecasts. */
export type ForecastRecord = {
  readonly backTests: number;
  /** Mean deviation as a part of the actual requests; null: no forecasts. */
  readonly meanError: number | null;
  /**
   * Part of the forecasts whose interval, computed from earlier data, contained the actual value; null: no forecasts
   * had an interval.
   */
  readonly held: number | null;
};

/** Returns the accuracy of past forecasts. @param tests in the order of their days */
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
