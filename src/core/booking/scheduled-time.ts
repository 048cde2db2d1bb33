import type { DayPart } from '../time/day-part.ts';
import { minuteMs } from '../time/durations.ts';
import type { LocalClock, LocalMoment } from '../time/local-time.ts';
import { type Weekday, weekdays } from '../vocabulary/statuses.ts';

/** Times at which a booking may deliver, in the time zone of its publication. Source: product decisions 3. */
export type Schedule = {
  /** Empty: every day. */
  readonly activeDays: readonly Weekday[];
  /** Empty: all day. */
  readonly dayParts: readonly DayPart[];
};

/**
 * Returns the time in ms during which a booking may deliver between two instants: the whole span without active days
 * and dayparts, else the minutes of its schedule on the wall clock. An hour that a clock change repeats or skips counts
 * once.
 * Source: docs/decisions/0071-health.md.
 * @param clock of its publication
 * @param span epoch ms, end exclusive; a span whose end precedes its start has length 0
 * @example Mondays from 08:00 to 10:00 only, from a Monday 09:00 to the next Monday 09:00: 7,200,000
 */
export function scheduledMs(
  schedule: Schedule,
  clock: LocalClock,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): number {
  if (toMs <= fromMs) return 0;
  if (schedule.activeDays.length === 0 && schedule.dayParts.length === 0) return toMs - fromMs;
  const week = weekdays.map((day) => openTimes(schedule, day));
  const [from, to] = [clock.momentAt(fromMs), clock.momentAt(toMs)];
  return Math.max(0, minutesUntil(week, from, to) - minutesInDay(week, from, from.minuteOfDay)) * minuteMs;
}

type OpenTime = { readonly fromMinute: number; readonly toMinute: number };
type OpenWeek = readonly (readonly OpenTime[])[];

const minutesOfDay = 24 * 60;
const daysOfWeek = 7;

/** Returns the scheduled minutes from the first midnight to the second moment. */
function minutesUntil(week: OpenWeek, from: LocalMoment, to: LocalMoment): number {
  const days = to.day - from.day;
  const first = weekdays.indexOf(from.weekday);
  const wholeDays = Array.from({ length: days % daysOfWeek }, (_, day) => minutesOf(week, first + day));
  const perWeek = week.reduce((sum, _, day) => sum + minutesOf(week, day), 0);
  return (
    Math.floor(days / daysOfWeek) * perWeek +
    wholeDays.reduce((sum, minutes) => sum + minutes, 0) +
    minutesInDay(week, to, to.minuteOfDay)
  );
}

function minutesOf(week: OpenWeek, day: number): number {
  return minutesBefore(week[day % daysOfWeek] ?? [], minutesOfDay);
}

function minutesInDay(week: OpenWeek, { weekday }: LocalMoment, minute: number): number {
  return minutesBefore(week[weekdays.indexOf(weekday)] ?? [], minute);
}

function minutesBefore(times: readonly OpenTime[], minute: number): number {
  return times.reduce((sum, { fromMinute, toMinute }) => sum + Math.max(0, Math.min(toMinute, minute) - fromMinute), 0);
}

/** Returns the open times of one day, in order and without overlaps. */
function openTimes({ activeDays, dayParts }: Schedule, day: Weekday): readonly OpenTime[] {
  if (activeDays.length > 0 && !activeDays.includes(day)) return [];
  if (dayParts.length === 0) return [{ fromMinute: 0, toMinute: minutesOfDay }];
  const times: OpenTime[] = [];
  const onDay = dayParts.filter(({ days }) => days.length === 0 || days.includes(day));
  for (const { fromMinute, toMinute } of onDay.toSorted((a, b) => a.fromMinute - b.fromMinute)) {
    const from = Math.max(fromMinute, times.at(-1)?.toMinute ?? 0);
    if (toMinute > from) times.push({ fromMinute: from, toMinute });
  }
  return times;
}
