import { dayMs } from '../../core/time/durations.ts';

/**
 * Returns the local midnight `days` whole days from today in a time zone, as RFC 3339 with its offset.
 * @example localMidnight({ nowMs: Date.parse('2026-11-21T12:00:00Z'), days: 1, timeZone: 'Europe/Brussels' }) //
 * '2026-11-22T00:00:00+01:00'
 */
export function localMidnight(when: {
  readonly nowMs: number;
  readonly days: number;
  readonly timeZone: string;
}): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: when.timeZone }).format(when.nowMs);
  const date = new Date(Date.parse(`${today}T00:00:00Z`) + when.days * dayMs).toISOString().slice(0, 10);
  // The offset at UTC midnight may be that of the other side of a clock change. The offset at the resulting time is
  // correct.
  const near = offsetAt(Date.parse(`${date}T00:00:00Z`), when.timeZone);
  const offset = offsetAt(Date.parse(`${date}T00:00:00${near}`), when.timeZone);
  return `${date}T00:00:00${offset}`;
}

/** Returns the offset in the format of RFC 3339. */
function offsetAt(instantMs: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(instantMs);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  return name === 'GMT' ? '+00:00' : name.slice(3);
}
