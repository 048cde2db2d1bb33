import { hourMs } from '../../../core/time/durations.ts';
import { localDayOf } from '../../../exchange/journal/local-day.ts';
import type { TimeZones } from '../../../exchange/journal/position-time-zones.ts';

/** UTC hour and local day under which an event is in the sums. */
export type LocalHour = {
  /** Start of the hour in epoch ms. */
  readonly hourMs: number;
  /** `2026-11-21`, in the time zone of the publication. */
  readonly localDay: string;
};

/** Local hours of a batch of events. Equal ones are the same object. */
export type Calendar = {
  /** Returns the local hour of an instant (epoch ms) at a position. */
  of(atMs: number, positionId: number): LocalHour;
  /** Returns the local hour of a stored row. */
  at(hourMs: number, localDay: string): LocalHour;
};

/** Time zone rules only change at multiples of a quarter-hour. */
const quarterMs = 15 * 60 * 1000;

export function createCalendar(zones: TimeZones): Calendar {
  const byQuarter = new Map<string, Map<number, LocalHour>>();
  const byDay = new Map<string, Map<number, LocalHour>>();

  function at(hour: number, localDay: string): LocalHour {
    const hours = byDay.get(localDay) ?? new Map<number, LocalHour>();
    byDay.set(localDay, hours);
    const known = hours.get(hour);
    if (known !== undefined) return known;
    const added = { hourMs: hour, localDay };
    hours.set(hour, added);
    return added;
  }

  return {
    at,
    of(atMs, positionId) {
      const zone = zones.of(positionId);
      let quarters = byQuarter.get(zone);
      if (quarters === undefined) {
        quarters = new Map();
        byQuarter.set(zone, quarters);
      }
      const quarter = Math.floor(atMs / quarterMs);
      const known = quarters.get(quarter);
      if (known !== undefined) return known;
      const found = at(Math.floor(atMs / hourMs) * hourMs, localDayOf(atMs, zone));
      quarters.set(quarter, found);
      return found;
    },
  };
}

/** Compares two local hours by time. */
export function compareHours(one: LocalHour, other: LocalHour): number {
  if (one.hourMs !== other.hourMs) return one.hourMs - other.hourMs;
  if (one.localDay === other.localDay) return 0;
  return one.localDay < other.localDay ? -1 : 1;
}
