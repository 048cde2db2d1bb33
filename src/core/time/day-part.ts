import type { Weekday } from '../words/statuses.ts';

/**
 * A part of some days by the wall clock of the publication. Source: product decisions 3.
 */
export type DayPart = {
  /** Empty: every day. */
  readonly days: readonly Weekday[];
  /** Minutes from local midnight, 0..1439, included. */
  readonly fromMinute: number;
  /** Minutes from local midnight, 1..1440, excluded. */
  readonly toMinute: number;
};
