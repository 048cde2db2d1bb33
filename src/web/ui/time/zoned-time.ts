/*
 * Times and days in the time zone of a publication, or of the account.
 *
 * - `zoned-time.ts`: texts and conversions. `zone-context.ts`: the zone of times without a publication. `instant.tsx`,
 *   `short-instant.tsx`, `relative-instant.tsx`: an instant. `day-columns.ts`: columns for the first and last day.
 * - `moment-field.tsx`, `moment-input.tsx`, `day-field.tsx`, `day-input.tsx`, `day-range-field.tsx`: date inputs.
 *   `calendar-settings.tsx`, `date-format.ts`: their locale.
 * - `week-grid.tsx`, `day-parts.ts`: the dayparts of a booking.
 */

import { dayMs } from '../../../core/time/durations.ts';
import { datePartsIn, deviceTimeZone, formatDate, formatDateRange, isoTimeIn } from '../../i18n/formats.ts';

/** The local time of an instant in a time zone, as `2026-11-22 09:30:00`. This is the format of date inputs. */
export function wallTimeOf(instant: string | Date, timeZone: string): string {
  return isoTimeIn(new Date(instant), timeZone);
}

/**
 * The instant of a local time in a time zone. A local time that occurs twice (end of daylight saving time) is the first of
 * both. A local time that does not occur (start of daylight saving time) is converted with the offset before the change.
 */
export function instantOf(wallTime: string, timeZone: string): string {
  const asUtcMs = Date.parse(`${wallTime.replace(' ', 'T')}Z`);
  const candidates = [-dayMs, dayMs].map((offset) => asUtcMs - offsetMsAt(asUtcMs + offset, timeZone));
  const shown = candidates.filter((ms) => wallMs(ms, timeZone) === asUtcMs);
  const instantMs = shown.length > 0 ? Math.min(...shown) : Math.max(...candidates);
  return new Date(instantMs).toISOString();
}

function wallMs(instantMs: number, timeZone: string): number {
  return Date.parse(`${wallTimeOf(new Date(instantMs), timeZone).replace(' ', 'T')}Z`);
}

function offsetMsAt(instantMs: number, timeZone: string): number {
  return wallMs(instantMs, timeZone) - Math.floor(instantMs / 1000) * 1000;
}

/** The time zone of the device. */
export const deviceZone = deviceTimeZone;

/** An instant with its time zone: `22 Nov 2026, 09:30 CET`. */
export function instantText(instant: string, timeZone: string = deviceZone): string {
  return `${formatDate(new Date(instant), 'instant', timeZone)} ${zoneName(instant, timeZone)}`;
}

/** An instant with seconds and its time zone: `22 Nov 2026, 09:30:05 CET`. */
export function secondText(instant: string, timeZone: string = deviceZone): string {
  return `${formatDate(new Date(instant), 'second', timeZone)} ${zoneName(instant, timeZone)}`;
}

/** The day of an instant: `22 Nov 2026`. */
export function dayText(instant: string, timeZone: string = deviceZone): string {
  return formatDate(new Date(instant), 'day', timeZone);
}

/** A calendar day such as `2026-11-22`: `22 Nov 2026`. */
export function calendarDayText(day: string): string {
  return formatDate(utcDay(day), 'day', 'UTC');
}

/** A month such as `2026-11`: `Nov 2026`. */
export function monthText(month: string): string {
  return formatDate(utcDay(`${month}-01`), 'month', 'UTC');
}

/** A period with an inclusive end: `16 – 22 Nov 2026`. */
export function dayRangeText(from: string, until: string): string {
  return formatDateRange(utcDay(from), utcDay(until), 'UTC');
}

/** A day without its year, for narrow labels: `22 Nov`. */
export function shortDayText(day: string): string {
  return formatDate(utcDay(day), 'dayAndMonth', 'UTC');
}

/** An hour in UTC without its year, for narrow labels: `22 Nov, 14:00`. */
export function shortHourText(hour: string): string {
  return formatDate(new Date(hour), 'shortHour', 'UTC');
}

/** An hour of the week, from 0 (Monday, 0:00): `Sun 14:00`. */
export function hourOfWeekText(hour: number): string {
  return formatDate(new Date(Date.UTC(2026, 0, 5, hour)), 'weekdayHour', 'UTC');
}

/** The last day of a period with an exclusive end. For an end at midnight of the 23rd it is the 22nd. */
export function lastDayText(end: string, timeZone: string = deviceZone): string {
  return dayText(new Date(Date.parse(end) - 1).toISOString(), timeZone);
}

function utcDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** The short name of a time zone at an instant: `CET`. */
export function zoneName(instant: string, timeZone: string): string {
  const parts = datePartsIn(new Date(instant), 'zone', timeZone);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
