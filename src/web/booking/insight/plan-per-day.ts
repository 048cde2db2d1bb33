import type { Booking } from '../../../client/generated/types.gen.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { weekdays } from '../../../core/vocabulary/statuses.ts';
import { wallTimeOf } from '../../ui/time/zoned-time.ts';

type Planned = Pick<Booking, 'startDate' | 'endDate' | 'activeDays' | 'delivery' | 'timeZones'>;

/** Longer bookings have no useful daily plan. */
const maxDays = 3_660;
/** 1970-01-01 was a Thursday. */
const weekdayOfEpoch = 3;

/**
 * Planned impressions per local day: an even goal divided by the active days. null: outside the flight. No function: the booking has no such goal. The
 * server also takes the traffic into account; this plan is for comparison.
 */
export function planPerDay(booking: Planned): ((day: string) => number | null) | null {
  const { goal, method } = booking.delivery;
  if (goal === null || goal.kind !== 'impressions' || method !== 'even' || booking.endDate === null) return null;
  const zone = booking.timeZones[0] ?? 'UTC';
  const first = dayNumber(wallTimeOf(booking.startDate, zone));
  const last = dayNumber(wallTimeOf(new Date(Date.parse(booking.endDate) - 1), zone));
  if (last - first > maxDays) return null;
  const isActive = (day: number) => {
    const weekday = weekdays[(((day + weekdayOfEpoch) % 7) + 7) % 7];
    return booking.activeDays.length === 0 || (weekday !== undefined && booking.activeDays.includes(weekday));
  };
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(isActive);
  const each = days.length === 0 ? 0 : Math.round(goal.total / days.length);
  return (day) => {
    const number = dayNumber(day);
    if (number < first || number > last) return null;
    return isActive(number) ? each : 0;
  };
}

function dayNumber(wallTime: string): number {
  return Math.floor(Date.parse(`${wallTime.slice(0, 10)}T00:00:00Z`) / dayMs);
}
