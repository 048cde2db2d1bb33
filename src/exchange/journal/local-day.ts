import { dayMs, hourMs } from '../../core/time/durations.ts';

/** Maximum offset of time zones from UTC. Bounds the search for a local midnight. */
const maxZoneOffsetMs = 15 * hourMs;
/** Time zone rules only change at multiples of a quarter-hour. */
const quarterMs = 15 * 60 * 1000;
/**
 * Maximum number of cached (zone, quarter) pairs and of (zone, day) ends: a day of quarters for a hundred zones.
 * Cleared when full.
 */
const maxCachedDays = 10_000;

const formats = new Map<string, Intl.DateTimeFormat>();
const days = new Map<string, string>();
const ends = new Map<string, number>();

/**
 * Returns the calendar day (`2026-11-21`) of an instant (epoch ms) in an IANA time zone. Source: product decisions 2.
 */
export function localDayOf(atMs: number, timeZone: string): string {
  const quarter = Math.floor(atMs / quarterMs);
  const key = `${quarter} ${timeZone}`;
  const cached = days.get(key);
  if (cached !== undefined) return cached;
  if (days.size >= maxCachedDays) days.clear();
  const day = dayFormat(timeZone).format(quarter * quarterMs);
  days.set(key, day);
  return day;
}

/** Returns the instant (epoch ms) at which a local day ends and the next one starts. */
export function endOfLocalDay(day: string, timeZone: string): number {
  const key = `${day} ${timeZone}`;
  const end = ends.get(key) ?? searchEnd(day, timeZone);
  if (ends.size >= maxCachedDays) ends.clear();
  ends.set(key, end);
  return end;
}

function searchEnd(day: string, timeZone: string): number {
  const middle = Date.parse(`${day}T00:00:00Z`) + dayMs;
  let low = middle - maxZoneOffsetMs;
  let high = middle + maxZoneOffsetMs;
  while (high - low > quarterMs) {
    const between = low + Math.floor((high - low) / 2 / quarterMs) * quarterMs;
    if (localDayOf(between, timeZone) > day) high = between;
    else low = between;
  }
  return high;
}

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    // Swedish uses the ISO 8601 date format.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    formats.set(timeZone, format);
  }
  return format;
}
