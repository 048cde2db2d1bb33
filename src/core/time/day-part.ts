import type { Weekday } from '../vocabulary/statuses.ts';

/** A daypart: hours of some weekdays in the local time of the publication. Source: product decisions 3. */
export type DayPart = {
  /** Empty: every day. */
  readonly days: readonly Weekday[];
  /** Minutes from local midnight, 0..1439, inclusive. */
  readonly fromMinute: number;
  /** Minutes from local midnight, 1..1440, exclusive. */
  readonly toMinute: number;
};
