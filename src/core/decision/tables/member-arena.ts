import type { Candidate, SnapshotAd } from '../../snapshot/snapshot.ts';
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
  /** Of the member at each place, its index in the list that its group is made from, and the bits of `orderBits`. */
  orders: Uint32Array;
  readonly members: (Candidate | null)[];
  /** What the member at each place shows when it wins; null: the member tells, and what else its win brings about. */
  readonly soleAds: (SnapshotAd | null)[];
};

/** The arena, and the rooms of groups in it. */
export type MemberPlaces = { readonly arena: MemberArena; readonly rooms: Rooms };

/**
 * What a trial asks of a member: when its booking ends (epoch ms, 48 bits, `openEnd` when it does not), the upper 16 of them in
 * the lower half of the second word; in the upper half of that word the rules that may refuse it in this hour, a set of
 * `concernedRules` and `refusedAllHour`; the place of its targeting; the signatures of that; its weight, a double. So half a
 * line of memory holds them.
 */
export const testWords = { endLow: 0, endHighAndRules: 1, targetingAt: 2, signatures: 3, weight: 6 } as const;
export const wordsPerTest = 8;
const openEnd = 2 ** 48 - 1;

/** In place of a member: nobody. */
export const noPlace = -1;

/** Where the weight of the member at a place is. */
export function weightPlace(place: number): number {
  return (wordsPerTest * place + testWords.weight) / 2;
}

/** What the upper bits of an order say, so that the member need not be fetched for it. */
export const orderBits = {
  index: 2 ** 28 - 1,
  /** It has a goal, which may ask a part of its slots. */
  isPaced: 2 ** 28,
  isCapped: 2 ** 29,
  /** In the next hour it must be asked whether active days and parts of the day allow it. */
  hasWallClock: 2 ** 30,
  /** In the next hour it must be asked everything: dates other than its end may refuse it. */
  isDated: 2 ** 31,
} as const;

/** True where an end can be read again as it was written. @param endMs epoch ms; null: open end */
export function isEndHeld(endMs: number | null): boolean {
  return endMs === null || (Number.isInteger(endMs) && endMs >= 0 && endMs < openEnd);
}

/**
 * @param at the first word of the test
 * @param endMs epoch ms; null: open end
 * @param rules the set that may refuse the member
 */
export function writeEndAndRules(tests: Uint32Array, at: number, endMs: number | null, rules: number): void {
  const end = isEndHeld(endMs) ? (endMs ?? openEnd) : openEnd;
  const high = Math.floor(end / 2 ** 32);
  tests[at + testWords.endLow] = end - high * 2 ** 32;
  tests[at + testWords.endHighAndRules] = high + rules * 2 ** 16;
}

/** Epoch ms; null: open end. @param at the first word of the test */
export function endOfTest(tests: Uint32Array, at: number): number | null {
  const high = (tests[at + testWords.endHighAndRules] as number) & 0xffff;
  const end = high * 2 ** 32 + (tests[at + testWords.endLow] as number);
  return end === openEnd ? null : end;
}

export function rulesOfTest(tests: Uint32Array, at: number): number {
  return (tests[at + testWords.endHighAndRules] as number) >>> 16;
}

/** From one place to another, of the same arrays or of others. */
export function copyTest(from: Uint32Array, fromPlace: number, to: Uint32Array, toPlace: number): void {
  const [source, target] = [fromPlace * wordsPerTest, toPlace * wordsPerTest];
  for (let word = 0; word < wordsPerTest; word += 1) to[target + word] = from[source + word] as number;
}

const leastCapacity = 1024;
/** Less than twice, since most of what is added is not needed. */
const growth = 1.25;
/**
 * Arrays beyond this size are made as large as they may become: with each that is added the engine of JavaScript collects all
 * of its memory at once, with a million bookings for seconds.
 */
const mostGrownBytes = 32 * 1024 * 1024;
/** Of smaller ones so much is made first: few positions have most of the requests. */
const firstPart = 0.25;

/** @param expected places that are needed once every group was asked for */
export function createMemberPlaces(expected: number): MemberPlaces {
  const isLarge = expected * wordsPerTest * Uint32Array.BYTES_PER_ELEMENT > mostGrownBytes;
  const first = isLarge ? expected : Math.max(leastCapacity, Math.ceil(expected * firstPart));
  const arena: MemberArena = {
    ...testsOf(first),
    orders: new Uint32Array(first),
    members: nobody(isLarge ? first : 0),
    soleAds: nobody(isLarge ? first : 0),
  };

  function grow(_from: number, to: number): void {
    for (let place = arena.members.length; place < to; place += 1) {
      arena.members.push(null);
      arena.soleAds.push(null);
    }
    const capacity = arena.orders.length;
    if (to <= capacity) return;
    const places = Math.max(to, Math.ceil(capacity * growth));
    const { tests, orders } = arena;
    Object.assign(arena, testsOf(places));
    arena.tests.set(tests);
    arena.orders = new Uint32Array(places);
    arena.orders.set(orders);
  }
  return { arena, rooms: createRooms(grow) };
}

function nobody(places: number): null[] {
  return Array<null>(places).fill(null);
}

function testsOf(places: number): Pick<MemberArena, 'tests' | 'weights'> {
  const tests = new Uint32Array(places * wordsPerTest);
  return { tests, weights: new Float64Array(tests.buffer) };
}
