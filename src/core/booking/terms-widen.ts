import type { FrequencyCap } from '../snapshot/snapshot-rows.ts';
import type { DayPart } from '../time/day-part.ts';
import { type Weekday, weekdays } from '../words/statuses.ts';

/** The terms of a booking of which one direction takes from others and the other does not. */
export type Terms = {
  /** Epoch ms, included. */
  readonly startMs: number;
  /** Epoch ms, excluded; null: open end. */
  readonly endMs: number | null;
  /** Empty: every day. */
  readonly activeDays: readonly Weekday[];
  /** Empty: all day. */
  readonly dayParts: readonly DayPart[];
  /** 0 to 9, 0 is highest. */
  readonly priority: number;
  readonly exclusionLabels: readonly string[];
  readonly duplicatesAllowed: boolean;
  /** At most one of a scope for the same. */
  readonly caps: readonly FrequencyCap[];
};

/**
 * True when a booking with the terms `after` may be shown at a time, in a place beside another, as often or before
 * another as it may not with `before`. Fewer hours, a lower priority and more or tighter caps take nothing from anybody.
 * A label is different either way: without it the booking may stand beside others, with it others may not beside the
 * booking.
 * Source: product decisions 4 (material changes); docs/decisions/0056-what-is-material.md.
 * @example priority 5 to 4 widens, 5 to 6 does not; Monday to Monday and Tuesday widens, the other way round does not
 */
export function termsWiden(before: Terms, after: Terms): boolean {
  return (
    after.startMs < before.startMs ||
    endsLater(before.endMs, after.endMs) ||
    after.priority < before.priority ||
    (after.duplicatesAllowed && !before.duplicatesAllowed) ||
    !hasSame(before.exclusionLabels, after.exclusionLabels) ||
    before.caps.some((cap) => !after.caps.some((other) => isAsTight(other, cap))) ||
    hasMoreHours(before, after)
  );
}

/** Both count the same, and what the one allows the other allows too. */
function isAsTight(cap: FrequencyCap, other: FrequencyCap): boolean {
  const { per = 'viewer', whenUnknown = 'skip' } = other;
  return (
    cap.scope === other.scope &&
    (cap.per ?? 'viewer') === per &&
    cap.most <= other.most &&
    (cap.whenUnknown !== 'serve' || whenUnknown === 'serve')
  );
}

function endsLater(before: number | null, after: number | null): boolean {
  return before !== null && (after === null || after > before);
}

function hasSame(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((label) => after.includes(label));
}

const minutesOfDay = 24 * 60;

function hasMoreHours(before: Terms, after: Terms): boolean {
  return weekdays.some((day) => {
    const known = minutesOf(before, day);
    return minutesOf(after, day).some((active, minute) => active && known[minute] !== true);
  });
}

/** For each minute of the day whether it is in the terms. */
function minutesOf({ activeDays, dayParts }: Terms, day: Weekday): readonly boolean[] {
  if (!holdsOn(activeDays, day)) return [];
  const parts = dayParts.length === 0 ? [{ days: [], fromMinute: 0, toMinute: minutesOfDay }] : dayParts;
  const minutes = Array.from({ length: minutesOfDay }, () => false);
  for (const { days, fromMinute, toMinute } of parts) {
    if (holdsOn(days, day)) minutes.fill(true, fromMinute, toMinute);
  }
  return minutes;
}

function holdsOn(days: readonly Weekday[], day: Weekday): boolean {
  return days.length === 0 || days.includes(day);
}
