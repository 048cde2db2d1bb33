import type { Booking } from '../../../client/generated/types.gen.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { weekdays } from '../../../core/vocabulary/statuses.ts';
import { calendarDayText, wallTimeOf } from '../../ui/time/zoned-time.ts';

type Days = Booking['activeDays'];

/** The days that a booking delivers on. An empty list of active days means every day. */
export function selectedDays(activeDays: Days): Days {
  return activeDays.length === 0 ? [...weekdays] : activeDays;
}

/** The active days for a selection of days: every day is an empty list, and one day always stays selected. */
export function activeDaysOf(selected: readonly string[], before: Days): Days {
  if (selected.length === 0) return before;
  return selected.length === weekdays.length ? [] : weekdays.filter((day) => selected.includes(day));
}

type Period = Pick<Booking, 'startDate' | 'activeDays'> & { readonly endDate: string };

/** The last day with ads: `5 Dec 2026` for an end on 6 December at 00:00. null: there is no such day. */
export function lastAdDayText({ startDate, endDate, activeDays }: Period, zone: string): string | null {
  const lastMs = Date.parse(endDate) - 1;
  const firstDay = wallTimeOf(startDate, zone).slice(0, 10);
  const utcMs = Date.parse(wallTimeOf(new Date(lastMs), zone).slice(0, 10));
  const days = weekdays.map((_, index) => new Date(utcMs - index * dayMs));
  const last = days
    .find((day) => selectedDays(activeDays).includes(weekdayOf(day)))
    ?.toISOString()
    .slice(0, 10);
  return last === undefined || last < firstDay || lastMs < Date.parse(startDate) ? null : calendarDayText(last);
}

/** The weekday of a UTC day. */
function weekdayOf(day: Date): (typeof weekdays)[number] {
  return weekdays[(day.getUTCDay() + weekdays.length - 1) % weekdays.length] ?? 'mon';
}
