import { dayMs } from '../../core/time/durations.ts';
import { localDayOf } from '../../exchange/journal/local-day.ts';

/** A flight with a price per day. */
type Flight = {
  /** Epoch ms. */
  readonly nowMs: number;
  readonly startMs: number;
  /** null: open end. */
  readonly endMs: number | null;
  readonly timeZone: string;
  /** Last local day with an impression, `2026-11-30`; null: none. */
  readonly lastDay: string | null;
};

/**
 * Returns the local days of the flight that are not paid yet. An open end counts as the current day.
 * @example the flight ends on Wednesday at midnight, Monday is paid: 1 day (Tuesday)
 */
export function daysAhead({ nowMs, startMs, endMs, timeZone, lastDay }: Flight): {
  readonly isTodayPaid: boolean;
  readonly days: number;
} {
  const first = localDayOf(Math.max(nowMs, startMs), timeZone);
  const isTodayPaid = lastDay !== null && lastDay >= first;
  const last = endMs === null ? first : localDayOf(Math.max(endMs - 1, nowMs), timeZone);
  const span = Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1;
  return { isTodayPaid, days: Math.max(0, span - (isTodayPaid ? 1 : 0)) };
}
