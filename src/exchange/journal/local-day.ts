import { dayMs, hourMs } from '../../core/time/durations.ts';

/** Zones are at most this far from UTC; used to bound the search for a local midnight. */
const maxZoneOffsetMs = 15 * hourMs;
/** Zone rules change only at multiples of a quarter of an hour. */
const quarterMs = 15 * 60 * 1000;
/** Cached (zone, quarter) pairs, and ends of (zone, day): a day of quarters for a hundred zones; started anew when full. */
const maxCachedDays = 10_000;

const formats = new Map<string, Intl.DateTimeFormat>();
const days = new Map<string, string>();
const ends = new Map<string, number>();

/** The calendar day (`2026-11-21`) of an instant (epoch ms) in an IANA time zone. Source: product decisions 2. */
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

/** The instant (epoch ms) at which this local day is over, which is when the next one starts. */
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
    // Swedish writes the date as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    formats.set(timeZone, format);
  }
  return format;
}
