import type { Booking } from '../../../client/generated/types.gen.ts';
import { type Weekday, weekdays } from '../../../core/vocabulary/statuses.ts';

/** The dayparts of a booking. */
export type DayParts = Booking['dayParts'];

/** Hours of the week: 0 is Monday from 00:00 to 01:00, 167 is Sunday from 23:00 to 24:00. */
export type WeekHours = ReadonlySet<number>;

export const hoursPerDay = 24;
const minutesPerHour = 60;

/** The hours of the week that the dayparts cover. Null: a daypart does not begin and end on a full hour. */
export function hoursOf(parts: DayParts): WeekHours | null {
  const hours = new Set<number>();
  for (const { days, fromMinute, toMinute } of parts) {
    if (fromMinute % minutesPerHour !== 0 || toMinute % minutesPerHour !== 0) return null;
    for (const day of days.length === 0 ? weekdays : days)
      for (let hour = fromMinute / minutesPerHour; hour < toMinute / minutesPerHour; hour += 1)
        hours.add(weekdays.indexOf(day) * hoursPerDay + hour);
  }
  return hours;
}

/** The fewest dayparts that cover these hours. Days with the same hours share a daypart. */
export function partsOf(hours: WeekHours): DayParts {
  const daysBySpan = new Map<string, Weekday[]>();
  for (const [index, day] of weekdays.entries())
    for (const { from, to } of spansOf(hours, index)) {
      const key = `${from}-${to}`;
      daysBySpan.set(key, [...(daysBySpan.get(key) ?? []), day]);
    }
  return [...daysBySpan].map(([key, days]) => {
    const [from = 0, to = 0] = key.split('-').map(Number);
    const everyDay = days.length === weekdays.length;
    return { days: everyDay ? [] : days, fromMinute: from * minutesPerHour, toMinute: to * minutesPerHour };
  });
}

function spansOf(hours: WeekHours, day: number) {
  const spans: { from: number; to: number }[] = [];
  for (let hour = 0; hour < hoursPerDay; hour += 1) {
    if (!hours.has(day * hoursPerDay + hour)) continue;
    const last = spans.at(-1);
    if (last !== undefined && last.to === hour) last.to = hour + 1;
    else spans.push({ from: hour, to: hour + 1 });
  }
  return spans;
}
