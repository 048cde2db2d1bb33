/** A contiguous range of slots in shared arrays. */
export type ArenaRange = {
  readonly first: number;
  /** At least the requested size. */
  readonly capacity: number;
};

/** Allocator of ranges. */
export type RangeAllocator = {
  readonly reserve: (size: number) => ArenaRange;
  readonly release: (range: ArenaRange) => void;
};

/**
 * Smallest step between capacities. Capacities are multiples of a step that grows with the size, so that released
 * ranges can be reused.
 */
const leastStep = 8;
/** Number of capacities between a power of two and the next. */
const stepsOfDoubling = 8;

/** Slots at the start of the arrays that several allocators use. */
export type SharedSlots = {
  readonly length: number;
  /** Returns the first of the given number of slots; null: there are too few. */
  readonly reserve: (capacity: number) => number | null;
};

/**
 * Creates an allocator.
 * @param grow called before new slots are used, with the first (inclusive) and the last (exclusive)
 * @param shared slots that are used before the arrays grow
 */
export function createRangeAllocator(
  grow: (from: number, to: number) => void,
  shared: SharedSlots | null = null,
): RangeAllocator {
  const free = new Map<number, number[]>();
  let length = shared?.length ?? 0;

  function append(capacity: number): number {
    const reserved = shared?.reserve(capacity) ?? null;
    if (reserved !== null) return reserved;
    const first = length;
    length += capacity;
    grow(first, length);
    return first;
  }

  return {
    reserve(size) {
      const capacity = capacityOfNew(size);
      return { first: free.get(capacity)?.pop() ?? append(capacity), capacity };
    },
    release({ first, capacity }) {
      const known = free.get(capacity);
      if (known === undefined) free.set(capacity, [first]);
      else known.push(first);
    },
  };
}

/** Returns the capacity of a new range, with space for growth. */
export function capacityOfNew(size: number): number {
  return capacityFor(size + (size >> 3));
}

function capacityFor(size: number): number {
  const step = Math.max(leastStep, 2 ** Math.floor(Math.log2(Math.max(size, 1))) / stepsOfDoubling);
  return Math.ceil(size / step) * step;
}

/** Returns a range of sufficient capacity: the previous one if it fits, else a new one in exchange. */
export function rangeFor(size: number, ranges: RangeAllocator, before: ArenaRange | undefined): ArenaRange {
  if (before !== undefined && before.capacity >= size && before.capacity < 2 * size + 16) return before;
  if (before !== undefined) ranges.release(before);
  return ranges.reserve(size);
}
