import type { Candidate } from '../snapshot/snapshot.ts';

/**
 * What trials read of the members of all groups, in arrays that all of them share: a member is a place in them, and the
 * members of a group lie side by side. So a trial reads one line of memory and finds no object on its way.
 */
export type MemberArena = {
  /** `wordsPerTest` words for each place; see `testWords`. */
  tests: Uint32Array;
  /** Weight of the member at each place. */
  weights: Float64Array;
  readonly members: (Candidate | null)[];
};

/** Gives places to groups and takes them back. */
export type MemberPlaces = {
  readonly arena: MemberArena;
  /** Room for so many members, which may be more than asked for. */
  readonly reserve: (size: number) => MemberRoom;
  readonly release: (room: MemberRoom) => void;
};

export type MemberRoom = { readonly first: number; readonly capacity: number };

/**
 * What a trial asks of a member, in four words: of `drawSpace` numbers the last one that accepts it (weight / cap of its
 * level), its lower 32 bits and, in the lower half of the second word, its upper 16; in the upper half of that word the
 * rules that may refuse it in this hour, a set of `concernedRules` and `refusedAllHour`; the place of its targeting; the
 * signature of that.
 */
export const testWords = { acceptLow: 0, acceptHighAndRules: 1, targetingAt: 2, signature: 3 } as const;
export const wordsPerTest = 4;

const firstCapacity = 1024;
/** Rooms are of multiples of this size, so that one that is given back suits others. */
const roomStep = 8;

export function createMemberPlaces(): MemberPlaces {
  const arena: MemberArena = {
    tests: new Uint32Array(firstCapacity * wordsPerTest),
    weights: new Float64Array(firstCapacity),
    members: [],
  };
  const free = new Map<number, number[]>();
  let length = 0;

  function reserve(size: number): MemberRoom {
    const capacity = Math.ceil((size + (size >> 3)) / roomStep) * roomStep;
    const first = free.get(capacity)?.pop() ?? append(capacity);
    return { first, capacity };
  }

  function append(capacity: number): number {
    const first = length;
    length += capacity;
    for (let place = first; place < length; place += 1) arena.members.push(null);
    if (length > arena.weights.length) {
      const size = Math.max(length, arena.weights.length * 2);
      const { tests, weights } = arena;
      arena.tests = new Uint32Array(size * wordsPerTest);
      arena.tests.set(tests);
      arena.weights = new Float64Array(size);
      arena.weights.set(weights);
    }
    return first;
  }

  function release({ first, capacity }: MemberRoom): void {
    arena.members.fill(null, first, first + capacity);
    const known = free.get(capacity);
    if (known === undefined) free.set(capacity, [first]);
    else known.push(first);
  }
  return { arena, reserve, release };
}
