import { describe, expect, test } from 'vitest';
import type { BookingId } from '../vocabulary/ids.ts';
import { type ComparedLoops, endOfPlays, sumPlays } from './added-plays.ts';

const [draft, other] = [1, 2] as BookingId[] as [BookingId, BookingId];
const hall: ComparedLoops = {
  without: [0, 30_000, 60_000].map((startMs) => ({ startMs, plays: [other, null, other] })),
  with: [0, 30_000, 60_000].map((startMs) => ({ startMs, plays: [other, draft, draft] })),
  slotMs: 10_000,
  laterMs: 0,
  screens: 2,
};
const door: ComparedLoops = {
  without: [{ startMs: 20_000, plays: [null] }],
  with: [{ startMs: 20_000, plays: [draft] }],
  slotMs: 20_000,
  laterMs: 0,
  screens: 1,
};

describe('plays of a draft', () => {
  test('are complete at the end of the loop in which their number is reached, over all screens', () => {
    expect(endOfPlays([hall, door], draft, 1)).toBe(30_000);
    expect(endOfPlays([hall, door], draft, 4)).toBe(30_000);
    expect(endOfPlays([hall, door], draft, 5)).toBe(40_000);
    expect(endOfPlays([hall, door], draft, 6)).toBe(60_000);
    expect(endOfPlays([hall, door], draft, 14)).toBeNull();
    expect(endOfPlays([{ ...hall, laterMs: 100_000 }], draft, 1)).toBe(130_000);
  });

  test('are compared with the plays of others until an end', () => {
    expect(sumPlays([hall, door], 'without', 60_000)).toEqual({ slots: 13, plays: new Map([[other, 8]]) });
    expect(sumPlays([hall, door], 'with', 60_000).plays).toEqual(
      new Map([
        [other, 4],
        [draft, 9],
      ]),
    );
    expect(sumPlays([{ ...hall, laterMs: 1_000 }], 'with', 30_000)).toEqual({ slots: 0, plays: new Map() });
  });
});
