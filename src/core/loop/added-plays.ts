import type { BookingId } from '../vocabulary/ids.ts';
import type { TimedLoop } from './plan-day.ts';

/** The loops of a screen position on one day, without and with a draft booking. */
export type ComparedLoops = {
  readonly without: readonly TimedLoop[];
  readonly with: readonly TimedLoop[];
  readonly slotMs: number;
  /** Milliseconds by which they repeat later. */
  readonly laterMs: number;
  /** Screens that play these loops. */
  readonly screens: number;
};

/** Plays of the loops until a time. */
export type PlaySums = {
  /** All slots. */
  readonly slots: number;
  readonly plays: ReadonlyMap<BookingId, number>;
};

/**
 * Returns the end of the loop in which a draft reaches a number of plays, epoch ms; null: the loops have fewer. A booking
 * is in a loop as a whole, so an earlier end would remove it from that loop.
 */
export function endOfPlays(loops: readonly ComparedLoops[], draftId: BookingId, wanted: number): number | null {
  const ends = loops.flatMap(({ with: planned, slotMs, laterMs, screens }) =>
    planned.map(({ startMs, plays }) => ({
      endMs: laterMs + startMs + plays.length * slotMs,
      plays: plays.filter((id) => id === draftId).length * screens,
    })),
  );
  let sum = 0;
  for (const { endMs, plays } of ends.sort((one, other) => one.endMs - other.endMs)) {
    sum += plays;
    if (sum >= wanted) return endMs;
  }
  return null;
}

/** Sums the plays of all loops that end until a time. */
export function sumPlays(loops: readonly ComparedLoops[], which: 'without' | 'with', endMs: number): PlaySums {
  const plays = new Map<BookingId, number>();
  let slots = 0;
  for (const { slotMs, laterMs, screens, ...compared } of loops) {
    for (const loop of compared[which]) {
      if (laterMs + loop.startMs + loop.plays.length * slotMs > endMs) continue;
      slots += loop.plays.length * screens;
      for (const id of loop.plays) if (id !== null) plays.set(id, (plays.get(id) ?? 0) + screens);
    }
  }
  return { slots, plays };
}
