import type { DayPart } from '../../time/day-part.ts';
import { type LocalMoment, minuteText } from '../../time/local-time.ts';
import type { Weekday } from '../../vocabulary/statuses.ts';

/**
 * Reports whether a list of active days allows the moment. An empty list allows every day. Source: product decisions
 * 5.1.
 */
export function includesDay(days: readonly Weekday[], local: LocalMoment): boolean {
  return days.length === 0 || days.includes(local.weekday);
}

/**
 * Reports whether a moment is in a daypart: on one of its days, from its first minute (inclusive) to its last
 * (exclusive) of the wall clock. An hour that a clock change repeats counts both times. An hour that it skips never
 * occurs. Source: product decisions 5.1.
 */
export function dayPartHolds(part: DayPart, local: LocalMoment): boolean {
  return includesDay(part.days, local) && local.minuteOfDay >= part.fromMinute && local.minuteOfDay < part.toMinute;
}

/** Returns a daypart as text. @example 'mon tue 08:00-12:00' */
export function dayPartText(part: DayPart): string {
  const days = part.days.length === 0 ? 'every day' : part.days.join(' ');
  return `${days} ${minuteText(part.fromMinute)}-${minuteText(part.toMinute)}`;
}
