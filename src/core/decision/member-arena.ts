import type { Candidate } from '../snapshot/snapshot.ts';
import { createRooms, type Rooms } from './rooms.ts';

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

/** The arena, and the rooms of groups in it. */
export type MemberPlaces = { readonly arena: MemberArena; readonly rooms: Rooms };

/**
 * What a trial asks of a member, in four words: of `drawSpace` numbers the last one that accepts it (weight / cap of its
 * level), its lower 32 bits and, in the lower half of the second word, its upper 16; in the upper half of that word the
 * rules that may refuse it in this hour, a set of `concernedRules` and `refusedAllHour`; the place of its targeting; the
 * signature of that.
 */
export const testWords = { acceptLow: 0, acceptHighAndRules: 1, targetingAt: 2, signature: 3 } as const;
export const wordsPerTest = 4;

const firstCapacity = 1024;

export function createMemberPlaces(): MemberPlaces {
  const arena: MemberArena = {
    tests: new Uint32Array(firstCapacity * wordsPerTest),
    weights: new Float64Array(firstCapacity),
    members: [],
  };

  function grow(from: number, to: number): void {
    for (let place = from; place < to; place += 1) arena.members.push(null);
    if (to <= arena.weights.length) return;
    const size = Math.max(to, arena.weights.length * 2);
    const { tests, weights } = arena;
    arena.tests = new Uint32Array(size * wordsPerTest);
    arena.tests.set(tests);
    arena.weights = new Float64Array(size);
    arena.weights.set(weights);
  }
  return { arena, rooms: createRooms(grow) };
}
