import { studentQuantile975 } from './student-quantile.ts';

const daysPerWeek = 7;
/** Fewest days with data of a forecast. */
export const leastForecastDays = 7;
/** Days with data from which the days of the week are distinguished. */
const daysForWeek = 14;
/** Weight of the assumption that all days of the week are equal, in weeks. */
const equalWeeks = 1;
const leastWeekFactor = 0.05;
/** Weights of the last day in the level. The one with the smallest errors is used. */
const smoothings = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1];
/** Smallest level as a part of the mean. */
const leastLevel = 0.1;
/** Longest past forecast that is compared with the actual requests, in days. */
const longestTest = 14;
/** Weight of the assumption that the model states its errors correctly, in independent past forecasts. */
const testWeight = 2;
/**
 * Standard deviation of the change of the level in `driftDays` that six weeks of data cannot show: seasons, holidays
 * and changes of the site. Grows with the square root of time.
 */
const drift = 0.06;
const driftDays = 30;

/** Requests of consecutive days (UTC); NaN: no data. */
export type DailyRequests = {
  /** Days since the epoch. */
  readonly firstDay: number;
  readonly requests: Float64Array;
};

/** Expected requests, with the bounds of their 95 % interval. */
export type PeriodForecast = { readonly expected: number; readonly low: number; readonly high: number };

/** Period in days since the epoch, fractional, with an exclusive end. */
export type ForecastPeriod = { readonly fromDay: number; readonly toDay: number };

/**
 * Forecasts the requests of a future period; null: too few days are recorded. The level of the days without their
 * weekly pattern is smoothed exponentially. The interval follows from the errors of one day, how much of them remains
 * in the level, the errors of past forecasts over several days, and the allowance for drift.
 * Source: docs/decisions/0251-package-forecasts.md.
 */
export function forecastPeriod(daily: DailyRequests, { fromDay, toDay }: ForecastPeriod): PeriodForecast | null {
  const { firstDay, requests } = daily;
  if (countKnown(requests) < leastForecastDays || meanOf(requests) === 0 || toDay <= fromDay) return null;
  const week = weekOf(daily);
  const levels = requests.map((observed, day) => observed / (week[(firstDay + day) % daysPerWeek] as number));
  const model = bestModel(levels);
  let expected = 0;
  for (let day = Math.floor(fromDay); day < toDay; day += 1) {
    const part = Math.min(toDay, day + 1) - Math.max(fromDay, day);
    expected += part * model.level * (week[day % daysPerWeek] as number);
  }
  const days = Math.max(1, Math.round(toDay - fromDay));
  const lead = Math.max(0, Math.round(fromDay) - (firstDay + requests.length));
  const variance =
    varianceOfMean(model, lead, days) * errorScale(levels, model) + (drift * drift * (lead + days)) / driftDays;
  const reach = studentQuantile975(Math.max(2, model.count - 3)) * Math.sqrt(variance);
  return { expected, low: expected * Math.exp(-reach), high: expected * Math.exp(reach) };
}

function countKnown(values: Float64Array): number {
  return values.filter((value) => !Number.isNaN(value)).length;
}

function meanOf(values: Float64Array): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length === 0 ? 0 : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Returns the factor of each day of the week (0: Thursday, as in the epoch), by its ratio to the week around it. */
function weekOf({ firstDay, requests }: DailyRequests): readonly number[] {
  const equal = Array<number>(daysPerWeek).fill(1);
  if (countKnown(requests) < daysForWeek) return equal;
  const sums = equal.map(() => ({ ratio: equalWeeks, weeks: equalWeeks }));
  const half = (daysPerWeek - 1) / 2;
  for (let day = half; day + half < requests.length; day += 1) {
    const around = requests.subarray(day - half, day + half + 1);
    if (countKnown(around) < daysPerWeek) continue;
    const mean = meanOf(around);
    if (mean === 0) continue;
    const sum = sums[(firstDay + day) % daysPerWeek] as (typeof sums)[number];
    sum.ratio += (requests[day] as number) / mean;
    sum.weeks += 1;
  }
  const factors = sums.map(({ ratio, weeks }) => ratio / weeks);
  const mean = factors.reduce((sum, factor) => sum + factor, 0) / daysPerWeek;
  return factors.map((factor) => Math.max(leastWeekFactor, factor / mean));
}

/** A level that moves by a part of each error. Errors are relative to the level. */
type LevelModel = {
  readonly smoothing: number;
  readonly level: number;
  /** Variance of the relative error of one day. */
  readonly variance: number;
  /** Number of days with data. */
  readonly count: number;
};

function bestModel(levels: Float64Array): LevelModel {
  const models = smoothings.map((smoothing) => smoothed(levels, smoothing));
  return models.reduce((best, model) => (model.variance < best.variance ? model : best));
}

function smoothed(levels: Float64Array, smoothing: number): LevelModel {
  const least = leastLevel * meanOf(levels);
  let level = meanOf(levels.subarray(0, daysPerWeek));
  let squares = 0;
  let count = 0;
  for (const observed of levels) {
    if (Number.isNaN(observed)) continue;
    level = Math.max(level, least, Number.MIN_VALUE);
    const error = (observed - level) / level;
    squares += error * error;
    count += 1;
    level += smoothing * error * level;
  }
  return { smoothing, level, variance: squares / Math.max(1, count - 2), count };
}

/**
 * Returns the relative variance of the mean of a period: an error of one day moves the level of all later days by the
 * smoothing. Source: Hyndman, Koehler, Ord and Snyder, "Forecasting with Exponential Smoothing" (2008), lead-time
 * demand of ETS(M,N,N).
 * @param lead days between the data and the period
 */
function varianceOfMean({ smoothing, variance, count }: LevelModel, lead: number, days: number): number {
  let sum = 0;
  for (let day = 1; day <= lead + days; day += 1) {
    const later = Math.min(days, lead + days - day);
    const weight = day <= lead ? smoothing * days : 1 + smoothing * later;
    sum += weight * weight;
  }
  return variance * (sum / (days * days) + 1 / count);
}

/**
 * Returns the factor by which past forecasts over up to two weeks missed by more than the model states, 1 or more. They
 * overlap, so that a number of them counts as one.
 */
function errorScale(levels: Float64Array, { smoothing, variance }: LevelModel): number {
  const days = Math.min(longestTest, Math.floor(levels.length / 3));
  let sum = 0;
  let tests = 0;
  for (let day = Math.max(daysPerWeek, Math.floor(levels.length / 4)); day + days <= levels.length; day += 1) {
    const observed = levels.subarray(day, day + days);
    const before = smoothed(levels.subarray(0, day), smoothing);
    if (countKnown(observed) < days / 2 || before.level === 0) continue;
    const error = meanOf(observed) / before.level - 1;
    sum += error ** 2 / Math.max(Number.MIN_VALUE, varianceOfMean({ ...before, variance }, 0, days));
    tests += 1;
  }
  if (tests === 0) return 1;
  const independent = tests / days;
  return Math.max(1, ((sum / tests) * independent + testWeight) / (independent + testWeight));
}
