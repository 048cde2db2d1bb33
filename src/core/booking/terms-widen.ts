import type { FrequencyCap } from '../snapshot/snapshot-rows.ts';
import type { DayPart } from '../time/day-part.ts';
import type { RoadblockMode } from '../vocabulary/booking-modes.ts';
import { type Weekday, weekdays } from '../vocabulary/statuses.ts';

/** Terms of a booking for which one direction of change takes delivery from other bookings and the other does not. */
export type Terms = {
  /** Epoch ms, inclusive. */
  readonly startMs: number;
  /** Epoch ms, exclusive; null: open end. */
  readonly endMs: number | null;
  /** Empty: every day. */
  readonly activeDays: readonly Weekday[];
  /** Empty: all day. */
  readonly dayParts: readonly DayPart[];
  /** 0 to 9; 0 is the highest. */
  readonly priority: number;
  readonly exclusionLabels: readonly string[];
  readonly duplicatesAllowed: boolean;
  readonly roadblock: RoadblockMode;
  /** Viewers that do not see the booking, in percent. */
  readonly holdoutPercent: number;
  /** At most one cap per combination of scope and counted unit. */
  readonly caps: readonly FrequencyCap[];
};

/**
 * Reports whether a booking with the terms `after` may deliver at times, together with bookings, as often, or ahead of
 * bookings where `before` does not allow it. Fewer hours, a lower priority and more or tighter caps take nothing from
 * other bookings. A label widens in both directions: without it, the booking can win together with others; with it,
 * others cannot win together with the booking.
 * Source: product decisions 4 (material changes); docs/decisions/0056-material-changes.md.
 * @example priority 5 to 4 widens, 5 to 6 does not; Monday to Monday and Tuesday widens, the reverse does not
 */
export function termsWiden(before: Terms, after: Terms): boolean {
  return (
    after.startMs < before.startMs ||
    endsLater(before.endMs, after.endMs) ||
    after.priority < before.priority ||
    (after.duplicatesAllowed && !before.duplicatesAllowed) ||
    after.holdoutPercent < before.holdoutPercent ||
    roadblockWidens(before.roadblock, after.roadblock) ||
    !hasSame(before.exclusionLabels, after.exclusionLabels) ||
    before.caps.some((cap) => !after.caps.some((other) => isAsTight(other, cap))) ||
    hasMoreHours(before, after)
  );
}

/** A roadblock takes more slots together. One that needs all its slots wins in fewer requests. */
function roadblockWidens(before: RoadblockMode, after: RoadblockMode): boolean {
  return before !== after && before !== 'as_many_as_possible';
}

/** Reports whether both caps count the same unit and `other` allows everything that `cap` allows. */
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

/** Returns for each minute of the day whether the terms include it. */
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
