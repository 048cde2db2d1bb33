import type { Weekday } from '../vocabulary/statuses.ts';
import { dayMs } from './durations.ts';
import { type LocalClock, localDayAt } from './local-time.ts';

/** Periods of scheduled reports, relative to the day of the run. Source: docs/decisions/0081-report-schedules.md. */
export const scheduledPeriods = [
  'yesterday',
  'last_7_days',
  'last_30_days',
  'last_week',
  'last_month',
  'month_to_date',
] as const;

/** Relative periods of reports that a user opens. Only `today` contains a day that is not complete. */
export const reportPeriods = ['today', ...scheduledPeriods] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** Frequencies of scheduled reports. */
export const reportCadences = ['daily', 'weekly', 'monthly'] as const;
export type ReportCadence = (typeof reportCadences)[number];

/** Schedule of a report in local time. */
export type ReportRhythm = {
  readonly cadence: ReportCadence;
  /** 0..23 */
  readonly hour: number;
  /** For `weekly`; null otherwise. */
  readonly weekday: Weekday | null;
  /** For `monthly`, 1..31, limited to the last day of shorter months; null otherwise. */
  readonly monthDay: number | null;
};

/** Exceeds the number of days between two runs of any schedule. */
const daysLookedAt = 64;
const quarterMs = 15 * 60_000;

/**
 * Returns the first run of a report after `afterMs`, epoch ms. If a clock change skips the hour, the report runs right
 * after the change. If it repeats the hour, the first one counts.
 * @param afterMs epoch ms, exclusive
 * @example daily at 6 in Brussels, after 2026-11-22T04:59Z // 2026-11-22T05:00Z
 */
export function nextReportTime(rhythm: ReportRhythm, clock: LocalClock, afterMs: number): number {
  let inDayMs = afterMs;
  for (let count = 0; count < daysLookedAt; count += 1) {
    const { fromMs, toMs } = localDayAt(clock, inDayMs);
    if (isDue(rhythm, clock, fromMs)) {
      const dueMs = firstQuarterOf(rhythm.hour, clock, { fromMs, toMs });
      if (dueMs > afterMs) return dueMs;
    }
    inDayMs = toMs;
  }
  throw new RangeError(`no run of ${JSON.stringify(rhythm)} within ${daysLookedAt} days`);
}

/**
 * Returns the calendar days of a period relative to an instant: first day inclusive, last day exclusive.
 * @param atMs epoch ms
 * @example periodDays('last_7_days', localClock('UTC'), Date.parse('2026-11-22T06:00Z')) // { from: '2026-11-15', to:
 * '2026-11-22' }
 */
export function periodDays(
  period: ReportPeriod,
  clock: LocalClock,
  atMs: number,
): { readonly from: string; readonly to: string } {
  const { day: today } = clock.momentAt(atMs);
  switch (period) {
    case 'today':
      return days(today, today + 1);
    case 'yesterday':
      return days(today - 1, today);
    case 'last_7_days':
      return days(today - 7, today);
    case 'last_30_days':
      return days(today - 30, today);
    case 'last_week': {
      // 1970-01-05, day 4, was a Monday.
      const monday = today - mod(today - 4, 7);
      return days(monday - 7, monday);
    }
    case 'last_month': {
      const first = firstOfMonth(today);
      return days(firstOfMonth(first - 1), first);
    }
    case 'month_to_date':
      // On the first of a month the current month has no complete day, so the previous month is used.
      return days(firstOfMonth(today - 1), today);
  }
}

function isDue({ cadence, weekday, monthDay }: ReportRhythm, clock: LocalClock, fromMs: number): boolean {
  if (cadence === 'daily') return true;
  const moment = clock.momentAt(fromMs);
  if (cadence === 'weekly') return moment.weekday === weekday;
  const date = new Date(moment.day * dayMs);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(monthDay ?? 1, lastDay);
}

function firstQuarterOf(
  hour: number,
  clock: LocalClock,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): number {
  for (let atMs = fromMs; atMs < toMs; atMs += quarterMs) {
    if (clock.momentAt(atMs).minuteOfDay >= hour * 60) return atMs;
  }
  return toMs;
}

function days(from: number, to: number): { readonly from: string; readonly to: string } {
  return { from: dayText(from), to: dayText(to) };
}

function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

function firstOfMonth(day: number): number {
  const date = new Date(day * dayMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / dayMs;
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}
