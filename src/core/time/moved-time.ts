import { dayMs, minuteMs } from './durations.ts';
import type { LocalClock } from './local-time.ts';

/** A move of a date, in epoch ms. */
export type DateMove = { readonly fromMs: number; readonly toMs: number };

/**
 * Moves an instant with a date, by the difference of their local times. Local midnight stays midnight, also if clocks
 * change in between. A local time that clocks skip becomes the one an hour later.
 * @example from 1 March to 1 June, 16 April at midnight in Brussels becomes 17 July at midnight
 */
export function movedTime(clock: LocalClock, instantMs: number, { fromMs, toMs }: DateMove): number {
  const localMs = localMsOf(clock, instantMs) + localMsOf(clock, toMs) - localMsOf(clock, fromMs);
  const near = localMs - offsetMsOf(clock, localMs);
  return localMs - offsetMsOf(clock, near);
}

function offsetMsOf(clock: LocalClock, instantMs: number): number {
  return localMsOf(clock, instantMs) - instantMs;
}

/** Returns the local time as if it were UTC, epoch ms. */
function localMsOf(clock: LocalClock, instantMs: number): number {
  const { day, minuteOfDay } = clock.momentAt(instantMs);
  return day * dayMs + minuteOfDay * minuteMs + (((instantMs % minuteMs) + minuteMs) % minuteMs);
}
