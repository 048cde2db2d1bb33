import type { DayPart } from '../../time/day-part.ts';
import { type LocalMoment, minuteText } from '../../time/local-time.ts';
import type { Weekday } from '../../words/statuses.ts';

/** True when a list of active days allows the moment; an empty list allows every day. Source: product decisions 5.1. */
export function includesDay(days: readonly Weekday[], local: LocalMoment): boolean {
  return days.length === 0 || days.includes(local.weekday);
}

/**
 * True when a moment lies in a part of a day: on one of its days, from its first minute (included) to its last
 * (excluded) by the wall clock. An hour that a change of clocks repeats counts both times, one that it skips never comes.
 * Source: product decisions 5.1.
 */
export function dayPartHolds(part: DayPart, local: LocalMoment): boolean {
  return includesDay(part.days, local) && local.minuteOfDay >= part.fromMinute && local.minuteOfDay < part.toMinute;
}

/** A part of a day in words. @example 'mon tue 08:00-12:00' */
export function dayPartText(part: DayPart): string {
  const days = part.days.length === 0 ? 'every day' : part.days.join(' ');
  return `${days} ${minuteText(part.fromMinute)}-${minuteText(part.toMinute)}`;
}
