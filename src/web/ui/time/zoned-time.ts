/*
 * Times and days, in the time zone of a publication.
 *
 * - `zoned-time.ts`: texts and conversions. `instant.tsx`: a moment. `day-columns.ts`: first and last day of a list.
 * - `moment-field.tsx`, `day-field.tsx`, `week-grid.tsx`, `day-parts.ts`: fields.
 */

import { dayMs } from '../../../core/time/durations.ts';
import { formatLocale } from '../../i18n/format-locale.ts';

/** The wall time of an instant in a time zone, as `2026-11-22 09:30:00`: what date fields hold. */
export function wallTimeOf(instant: string | Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return parts.format(new Date(instant));
}

/**
 * The instant at which a clock of the time zone shows a wall time. Of a time that is shown twice (clocks go back) the first;
 * of one that is never shown (they go forward) that which the clock would have shown had it not been moved yet.
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
export const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An instant in words, with its zone: `22 Nov 2026, 09:30 CET`. */
export function instantText(instant: string, timeZone: string = deviceZone): string {
  const format = new Intl.DateTimeFormat(formatLocale(), { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  return `${format.format(new Date(instant))} ${zoneName(instant, timeZone)}`;
}

/** The day of an instant: `22 Nov 2026`. */
export function dayText(instant: string, timeZone: string = deviceZone): string {
  return new Intl.DateTimeFormat(formatLocale(), { timeZone, dateStyle: 'medium' }).format(new Date(instant));
}

/** The last day of what goes on until just before an end: of the midnight that begins the 23rd, the 22nd. */
export function lastDayText(end: string, timeZone: string = deviceZone): string {
  return dayText(new Date(Date.parse(end) - 1).toISOString(), timeZone);
}

function zoneName(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(formatLocale(), { timeZone, timeZoneName: 'short' }).formatToParts(
    new Date(instant),
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
