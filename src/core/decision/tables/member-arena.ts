import type { Candidate, CandidateSource } from '../../snapshot/snapshot.ts';
import { createRangeAllocator, type RangeAllocator, type SharedSlots } from './range-allocator.ts';

/**
 * Data of the members of all groups that trials read, in shared arrays. A member is an index into them, and the members
 * of a group are contiguous. A trial reads one cache line without following object references.
 */
export type MemberArena = {
  /** `wordsPerTest` words per member; see `memberLayout`. */
  tests: Uint32Array;
  /** View of the same memory as doubles; see `weightIndex`. */
  weights: Float64Array;
  /** Per member: its index in the list of its group, and the bits of `memberFlags`. */
  orders: Uint32Array;
  /** Per member: the number of its candidate. */
  members: Uint32Array;
  readonly candidates: CandidateSource;
};

/** The arena and its allocator. */
export type MemberAllocator = { readonly arena: MemberArena; readonly ranges: RangeAllocator };

/**
 * Layout of the words of a member: end of the booking (epoch ms, 48 bits, `openEnd` if open), with its upper 16 bits in
 * the lower half of the second word; in the upper half of that word the rules that may reject it in this hour, a set of
 * `concernedRules` and `refusedAllHour`; offset of its targeting; signatures of the targeting; weight, a double. They
 * fit in half a cache line.
 */
export const memberLayout = { endLow: 0, endHighAndRules: 1, targetingAt: 2, signatures: 3, weight: 6 } as const;
export const wordsPerTest = 8;
/** A weight is a double. */
const wordsPerWeight = 2;
const openEnd = 2 ** 48 - 1;

/** Index value: no member. */
export const noMember = -1;

/** Returns the index of the weight of a member in `weights`. */
export function weightIndex(memberIndex: number): number {
  return (wordsPerTest * memberIndex + memberLayout.weight) / 2;
}

/** Fields of an order, so that the member need not be read for them. */
export const memberFlags = {
  index: 2 ** 28 - 1,
  /** Has a goal and may take part in only a fraction of its slots. */
  isPaced: 2 ** 28,
  isCapped: 2 ** 29,
  /** Active days and dayparts must be evaluated again in the next hour. */
  hasWallClock: 2 ** 30,
  /** Must be evaluated completely in the next hour, because dates other than its end may reject it. */
  isDated: 2 ** 31,
} as const;

/** Reports whether an end can be encoded without loss. @param endMs epoch ms; null: open end */
export function isEndEncodable(endMs: number | null): boolean {
  return endMs === null || (Number.isInteger(endMs) && endMs >= 0 && endMs < openEnd);
}

/**
 * Writes the end and the rules of a member.
 * @param at offset of its first word
 * @param endMs epoch ms; null: open end
 * @param rules set that may reject the member
 */
export function writeEndAndRules(tests: Uint32Array, at: number, endMs: number | null, rules: number): void {
  const end = isEndEncodable(endMs) ? (endMs ?? openEnd) : openEnd;
  const high = Math.floor(end / 2 ** 32);
  tests[at + memberLayout.endLow] = end - high * 2 ** 32;
  tests[at + memberLayout.endHighAndRules] = high + rules * 2 ** 16;
}

/** Returns the end of a member in epoch ms; null: open end. @param at offset of its first word */
export function endOfTest(tests: Uint32Array, at: number): number | null {
  const high = (tests[at + memberLayout.endHighAndRules] as number) & 0xffff;
  const end = high * 2 ** 32 + (tests[at + memberLayout.endLow] as number);
  return end === openEnd ? null : end;
}

export function rulesOfTest(tests: Uint32Array, at: number): number {
  return (tests[at + memberLayout.endHighAndRules] as number) >>> 16;
}

/** Copies the words of a member, within an array or between arrays. */
export function copyTest(from: Uint32Array, fromIndex: number, to: Uint32Array, toIndex: number): void {
  const [source, target] = [fromIndex * wordsPerTest, toIndex * wordsPerTest];
  for (let word = 0; word < wordsPerTest; word += 1) to[target + word] = from[source + word] as number;
}

const leastCapacity = 1024;
/** Growth factor of the arrays. Below 2, because most of the added capacity stays unused. */
const growth = 1.25;
/**
 * Arrays above this size are allocated at their maximum size, with space for edits. Growing copies them, which takes 70
 * ms with a million bookings. Slots that are not used take no memory.
 */
const mostGrownBytes = 32 * 1024 * 1024;
/** Spare slots of large arrays: an eighth. */
const spareShift = 3;
/** Initial part of smaller arrays: few positions receive most of the requests. */
const firstPart = 0.25;

/** Arrays in memory of several threads, and the reservation of their slots. */
export type SharedArena = {
  readonly arena: Omit<MemberArena, 'candidates'>;
  readonly reserve: SharedSlots['reserve'];
};

/**
 * Creates the arena.
 * @param expected number of slots required once every group has been requested
 * @param shared memory to use instead of own arrays. When it is full, it is copied to own arrays
 */
export function createMemberAllocator(
  expected: number,
  candidates: CandidateSource,
  shared: SharedArena | null = null,
): MemberAllocator {
  const arena: MemberArena = { ...(shared === null ? arraysOf(expected) : shared.arena), candidates };

  function grow(_from: number, to: number): void {
    const capacity = arena.orders.length;
    if (to <= capacity) return;
    const capacityNeeded = Math.max(to, Math.ceil(capacity * growth));
    const { tests, orders, members } = arena;
    Object.assign(arena, withWeights(new Uint32Array(capacityNeeded * wordsPerTest)));
    arena.tests.set(tests);
    arena.orders = new Uint32Array(capacityNeeded);
    arena.orders.set(orders);
    arena.members = new Uint32Array(capacityNeeded);
    arena.members.set(members);
  }
  const slots = shared === null ? null : { length: arena.orders.length, reserve: shared.reserve };
  return { arena, ranges: createRangeAllocator(grow, slots) };
}

function arraysOf(expected: number): Omit<MemberArena, 'candidates'> {
  const isLarge = expected * wordsPerTest * Uint32Array.BYTES_PER_ELEMENT > mostGrownBytes;
  const slots = isLarge
    ? expected + (expected >> spareShift)
    : Math.max(leastCapacity, Math.ceil(expected * firstPart));
  // One buffer, because V8 marks garbage for milliseconds at each large allocation.
  const words = new Uint32Array(slots * (wordsPerTest + 2));
  const tests = words.subarray(0, slots * wordsPerTest);
  return {
    ...withWeights(tests),
    orders: words.subarray(tests.length, tests.length + slots),
    members: words.subarray(tests.length + slots),
  };
}

/** Returns the candidate of a member. */
export function memberAt(
  { members, candidates }: Pick<MemberArena, 'members' | 'candidates'>,
  memberIndex: number,
): Candidate {
  return candidates.at(members[memberIndex] as number);
}

function withWeights(tests: Uint32Array): Pick<MemberArena, 'tests' | 'weights'> {
  return { tests, weights: new Float64Array(tests.buffer, tests.byteOffset, tests.length / wordsPerWeight) };
}
