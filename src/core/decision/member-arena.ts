import type { Candidate, SnapshotAd } from '../snapshot/snapshot.ts';
import { createRooms, type Rooms } from './rooms.ts';

/**
 * What trials read of the members of all groups, in arrays that all of them share: a member is a place in them, and the
 * members of a group lie side by side. So a trial reads one line of memory and finds no object on its way.
 */
export type MemberArena = {
  /** `wordsPerTest` words for each place; see `testWords`. */
  tests: Uint32Array;
  /** The same memory, two of its words in one; see `weightPlace`. */
  weights: Float64Array;
  readonly members: (Candidate | null)[];
  /** What the member at each place shows when it wins; null: the member tells, and what else its win brings about. */
  readonly soleAds: (SnapshotAd | null)[];
};

/** The arena, and the rooms of groups in it. */
export type MemberPlaces = { readonly arena: MemberArena; readonly rooms: Rooms };

/**
 * What a trial asks of a member: of `drawSpace` numbers the last one that accepts it (weight / cap of its level), its lower
 * 32 bits and, in the lower half of the second word, its upper 16; in the upper half of that word the rules that may refuse
 * it in this hour, a set of `concernedRules` and `refusedAllHour`; the place of its targeting; the signatures of that; its
 * weight, a double. So half a line of memory holds them.
 */
export const testWords = { acceptLow: 0, acceptHighAndRules: 1, targetingAt: 2, signatures: 3, weight: 6 } as const;
export const wordsPerTest = 8;

/** In place of a member: nobody. */
export const noPlace = -1;

/** Where the weight of the member at a place is. */
export function weightPlace(place: number): number {
  return (wordsPerTest * place + testWords.weight) / 2;
}

const firstCapacity = 1024;
/** Less than twice, since most of what is added is not needed. */
const growth = 1.25;

export function createMemberPlaces(): MemberPlaces {
  const arena: MemberArena = { ...viewsOf(firstCapacity), members: [], soleAds: [] };

  function grow(from: number, to: number): void {
    for (let place = from; place < to; place += 1) {
      arena.members.push(null);
      arena.soleAds.push(null);
    }
    const before = arena.tests;
    const capacity = before.length / wordsPerTest;
    if (to <= capacity) return;
    Object.assign(arena, viewsOf(Math.max(to, Math.ceil(capacity * growth))));
    arena.tests.set(before);
  }
  return { arena, rooms: createRooms(grow) };
}

function viewsOf(capacity: number): Pick<MemberArena, 'tests' | 'weights'> {
  const tests = new Uint32Array(capacity * wordsPerTest);
  return { tests, weights: new Float64Array(tests.buffer) };
}
