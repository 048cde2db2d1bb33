import { createRangeAllocator, type RangeAllocator } from './range-allocator.ts';

/**
 * Lookup data of all pools in contiguous memory. A ticket finds its segment without following object references, and a
 * decision reads few cache lines of a pool.
 */
export type PoolArena = {
  /** Per pool: the words of `poolWords`, then two words per segment, see `segmentWords`. */
  words: Float64Array;
  /** View of the same memory with two entries per word: member indexes and levels of segments. */
  halves: Uint32Array;
  /** View of the same memory with four entries per word: the guides. */
  steps: Uint16Array;
};

/** The arena and its allocator. */
export type PoolAllocator = { readonly arena: PoolArena; readonly ranges: RangeAllocator };

/** Number of parts of a guide. A guide has one entry more. */
export const guideSteps = 48;
export const stepsPerWord = 4;

/**
 * Header of a pool: units of all members; tickets per unit (`drawSpace` / units, rounded down); units per guide step;
 * guide, which contains the segment at the start of each of `guideSteps` equal parts of the units and at the end of the
 * last.
 */
export const poolWords = { units: 0, ticketsPerUnit: 1, unitsPerStep: 2, guide: 3, segments: 16 } as const;

/**
 * Words of a segment: its first unit; the index of its first member and its level, packed by `packSegment` into half a
 * word.
 */
export const segmentWords = { begin: 0, memberAndLevel: 1 } as const;
export const wordsPerSegment = 2;
export const halvesPerWord = 2;

const levelBits = 7;

/**
 * Packs the first member and the level of a segment.
 * @param firstIndex below 2^25; a million bookings use several million
 * @param level below 128
 */
export function packSegment(firstIndex: number, level: number): number {
  if (firstIndex >= 2 ** (32 - levelBits)) throw new RangeError('Too many members in all groups');
  return ((firstIndex << levelBits) | level) >>> 0;
}

export function memberOfSegment(memberAndLevel: number): number {
  return memberAndLevel >>> levelBits;
}

export function levelOfSegment(memberAndLevel: number): number {
  return memberAndLevel & (2 ** levelBits - 1);
}

const firstCapacity = 1024;

export function createPoolAllocator(): PoolAllocator {
  const arena: PoolArena = viewsOf(new Float64Array(firstCapacity));

  function grow(_from: number, to: number): void {
    const before = arena.words;
    if (to <= before.length) return;
    Object.assign(arena, viewsOf(new Float64Array(Math.max(to, before.length * 2))));
    arena.words.set(before);
  }
  return { arena, ranges: createRangeAllocator(grow) };
}

function viewsOf(words: Float64Array<ArrayBuffer>): PoolArena {
  return { words, halves: new Uint32Array(words.buffer), steps: new Uint16Array(words.buffer) };
}
