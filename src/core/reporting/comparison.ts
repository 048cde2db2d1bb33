import { dayMs } from '../time/durations.ts';

/** Periods with which a report can be compared. */
export const reportComparisons = ['previous_period', 'previous_year'] as const;
/** One of `reportComparisons`. */
export type ReportComparison = (typeof reportComparisons)[number];

/** Dimensions of time. A month is `2026-11`, a day `2026-11-30`, an hour an RFC 3339 time. */
export const timeDimensions = ['month', 'day', 'hour'] as const;
/** One of `timeDimensions`. */
export type TimeDimension = (typeof timeDimensions)[number];

/** Days of a report: first day inclusive, last day exclusive. */
export type ReportDays = { readonly from: string; readonly to: string };

/** A change between two values. null: not defined, such as the ratio to 0. */
export type ValueChange = { readonly difference: number | null; readonly ratio: number | null };

export function isTimeDimension(dimension: string): dimension is TimeDimension {
  return timeDimensions.some((known) => known === dimension);
}

/**
 * Returns the days with which a period is compared: the same number of days before it, of whole months the same number
 * of months, or the same days of the previous year. 29 February corresponds to 28 February.
 * @example comparisonDays({ from: '2026-11-01', to: '2026-11-08' }, 'previous_period') // 2026-10-25 to 2026-11-01
 */
export function comparisonDays({ from, to }: ReportDays, comparison: ReportComparison): ReportDays {
  if (comparison === 'previous_year') return { from: yearsLater(from, -1), to: yearsLater(to, -1) };
  if (from.endsWith('-01') && to.endsWith('-01')) {
    return { from: `${monthsLater(from, -monthsBetween(from, to))}-01`, to: from };
  }
  return { from: daysLater(from, -dayCount({ from, to })), to: from };
}

/**
 * Returns the time of a report that corresponds to a time of its comparison period, so that both are in one row.
 * @param key month, day or hour in the comparison period
 * @returns null: the report has no such time, because its months are shorter
 */
export function alignedTime(
  dimension: TimeDimension,
  key: string,
  { days, comparison }: { readonly days: ReportDays; readonly comparison: ReportComparison },
): string | null {
  if (comparison === 'previous_year') return yearsLater(key, 1);
  const { from } = comparisonDays(days, comparison);
  const lastDay = daysLater(days.to, -1);
  if (dimension === 'month') {
    const months = [monthsLater(key, monthsBetween(from, days.from)), lastDay.slice(0, 7)];
    // Days of two months can correspond to days of one.
    return months.toSorted()[0] ?? null;
  }
  const shift = dayCount({ from, to: days.from });
  if (dimension === 'hour') return new Date(Date.parse(key) + shift * dayMs).toISOString();
  const day = daysLater(key, shift);
  return day > lastDay ? null : day;
}

/** Returns the times of the comparison period that correspond to a time of the report: the inverse of `alignedTime`. */
export function earlierTimesOf(
  dimension: TimeDimension,
  key: string,
  options: { readonly days: ReportDays; readonly comparison: ReportComparison },
): readonly string[] {
  const candidates =
    options.comparison === 'previous_year' ? lastYearsTimes(key) : previousTimes(dimension, key, options.days);
  return [...new Set(candidates)].filter((candidate) => alignedTime(dimension, candidate, options) === key);
}

/** 28 February corresponds to two days of a leap year. */
function lastYearsTimes(key: string): readonly string[] {
  const time = yearsLater(key, -1);
  const year = time.slice(0, 4);
  const hasLeapDay = new Date(`${year}-02-29T00:00:00Z`).getUTCMonth() === 1;
  return key.slice(4, 10) === '-02-28' && hasLeapDay ? [time, `${year}-02-29${time.slice(10)}`] : [time];
}

function previousTimes(dimension: TimeDimension, key: string, days: ReportDays): readonly string[] {
  const { from } = comparisonDays(days, 'previous_period');
  if (dimension === 'month') {
    const months = monthsBetween(from, days.from);
    const lastMonth = daysLater(days.from, -1).slice(0, 7);
    // Days of up to three months can correspond to days of one.
    return [0, 1, 2].map((more) => monthsLater(key, more - months)).filter((month) => month <= lastMonth);
  }
  const shift = dayCount({ from, to: days.from });
  return [dimension === 'day' ? daysLater(key, -shift) : new Date(Date.parse(key) - shift * dayMs).toISOString()];
}

/** Returns the difference of two values, and its ratio to the earlier one. */
export function changeOf(value: number | null, before: number | null): ValueChange {
  if (value === null || before === null) return { difference: null, ratio: null };
  const difference = Math.round((value - before) * 1_000_000) / 1_000_000;
  return { difference, ratio: before === 0 ? null : difference / Math.abs(before) };
}

function dayCount({ from, to }: ReportDays): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

function monthsBetween(from: string, to: string): number {
  return (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
}

function monthsLater(month: string, months: number): string {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + months))
    .toISOString()
    .slice(0, 7);
}

/** Adds years to a text that begins with a year. */
function yearsLater(key: string, years: number): string {
  const moved = `${String(Number(key.slice(0, 4)) + years).padStart(4, '0')}${key.slice(4)}`;
  const isLeapDay = moved.slice(4, 10) === '-02-29';
  const exists = new Date(`${moved.slice(0, 4)}-02-29T00:00:00Z`).getUTCMonth() === 1;
  return isLeapDay && !exists ? `${moved.slice(0, 4)}-02-28${moved.slice(10)}` : moved;
}
