import { createRooms, type Rooms } from './rooms.ts';

/**
 * What tickets point into, of all pools side by side: a ticket finds its segment without an object on its way, and what a
 * decision reads of a pool lies in few lines of memory.
 */
export type PoolArena = {
  /** Of each pool the words of `poolWords`, then two for each segment, as `segmentWords` says. */
  words: Float64Array;
  /** The same memory, two of them in a word: the places and levels of segments. */
  halves: Uint32Array;
  /** The same memory, four of them in a word: the guides. */
  steps: Uint16Array;
};

/** The arena, and the rooms of pools in it. */
export type PoolPlaces = { readonly arena: PoolArena; readonly rooms: Rooms };

/** Steps of a guide, one more than there are parts. */
export const guideSteps = 48;
export const stepsPerWord = 4;

/**
 * Units of all members; tickets of one unit: what `drawSpace` has room for, rounded down; units of a step of the guide; the
 * guide, which says for each of `guideSteps` equal parts of the units, and behind the last, in which segment it begins.
 */
export const poolWords = { units: 0, ticketsPerUnit: 1, unitsPerStep: 2, guide: 3, segments: 16 } as const;

/** At which unit it begins; the place of its first member and its level, as `packSegment` puts them together in half a word. */
export const segmentWords = { begin: 0, placeAndLevel: 1 } as const;
export const wordsPerSegment = 2;
export const halvesPerWord = 2;

const levelBits = 7;

/** @param firstPlace below 2^25, of which a million bookings take some millions; @param level below 128 */
export function packSegment(firstPlace: number, level: number): number {
  if (firstPlace >= 2 ** (32 - levelBits)) throw new RangeError('The members of all groups are too many');
  return ((firstPlace << levelBits) | level) >>> 0;
}

export function placeOfSegment(placeAndLevel: number): number {
  return placeAndLevel >>> levelBits;
}

export function levelOfSegment(placeAndLevel: number): number {
  return placeAndLevel & (2 ** levelBits - 1);
}

const firstCapacity = 1024;

export function createPoolPlaces(): PoolPlaces {
  const arena: PoolArena = viewsOf(new Float64Array(firstCapacity));

  function grow(_from: number, to: number): void {
    const before = arena.words;
    if (to <= before.length) return;
    Object.assign(arena, viewsOf(new Float64Array(Math.max(to, before.length * 2))));
    arena.words.set(before);
  }
  return { arena, rooms: createRooms(grow) };
}

function viewsOf(words: Float64Array<ArrayBuffer>): PoolArena {
  return { words, halves: new Uint32Array(words.buffer), steps: new Uint16Array(words.buffer) };
}
