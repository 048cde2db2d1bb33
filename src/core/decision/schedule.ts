import type { DayPart } from '../snapshot/snapshot-rows.ts';
import type { LocalMoment } from '../words/local-time.ts';
import type { Weekday } from '../words/statuses.ts';

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

/** Minutes since midnight as a clock shows them, 0..1440. @example minuteText(75) // '01:15' */
export function minuteText(minute: number): string {
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
