import type { Candidate } from '../snapshot/snapshot.ts';
import { signatureOf } from '../targeting/signature.ts';
import type { TargetingIndex } from '../targeting/targeting-index.ts';
import { concernedRules } from './eligible.ts';
import { acceptedNumbers, levelCount, levelOfMember, levels } from './levels.ts';
import type { TimeSpan } from './rules/rule.ts';
import { mayRunWithin } from './rules/schedule-rules.ts';
import { bookingWeight, urgencyFactor, weightsHoldMs } from './share.ts';

/**
 * The members of a group for one hour, in order of level and inside a level of booking id: those whose dates do not rule
 * out the whole hour.
 */
export type GroupTable = {
  readonly hour: number;
  /** Of the group's lists, when the table was made. */
  readonly version: number;
  readonly members: readonly Candidate[];
  /** `wordsPerTest` words for each member, side by side because a trial reads them all; see `testWords`. */
  readonly tests: Uint32Array;
  /** Entry i: weight of member i. */
  readonly weights: Float64Array;
  /** Entry l (0 <= l < levelCount): the first member of level l; the last entry is the number of members. */
  readonly levelStarts: Uint32Array;
  /** The places of the members in ascending order of booking id. */
  readonly placesById: Uint32Array;
};

/**
 * What a trial asks of a member, in four words: of `drawSpace` numbers the last one that accepts it (weight / cap of its
 * level), its lower 32 bits and, in the lower half of the second word, its upper 16; in the upper half of that word the
 * rules that may refuse it in this hour, a set of `concernedRules`; the place of its targeting; the signature of that.
 */
export const testWords = { acceptLow: 0, acceptHighAndRules: 1, targetingAt: 2, signature: 3 } as const;
export const wordsPerTest = 4;

/**
 * The table of a group's list: a counting sort by level; inside a level the order of booking id stays.
 * @param hour hours since the epoch
 */
export function buildGroupTable(
  candidates: readonly Candidate[],
  hour: number,
  version: number,
  targeting: TargetingIndex,
): GroupTable {
  const span = spanOf(hour);
  const unsorted = candidates.filter((candidate) => mayRunWithin(candidate, span));
  const factors = unsorted.map(({ booking }) => urgencyFactor(booking.endMs, span.fromMs));
  const levelOf = unsorted.map(({ booking }, index) => levelOfMember(booking.priority, factors[index] as number));
  const levelStarts = new Uint32Array(levelCount + 1);
  for (const level of levelOf) levelStarts[level + 1] = (levelStarts[level + 1] as number) + 1;
  for (const level of levels)
    levelStarts[level + 1] = (levelStarts[level + 1] as number) + (levelStarts[level] as number);
  const next = levelStarts.slice();
  const members = [...unsorted];
  const tests = new Uint32Array(unsorted.length * wordsPerTest);
  const weights = new Float64Array(unsorted.length);
  const placesById = new Uint32Array(unsorted.length);
  for (const [index, candidate] of unsorted.entries()) {
    const level = levelOf[index] as number;
    const place = next[level] as number;
    next[level] = place + 1;
    members[place] = candidate;
    placesById[index] = place;
    const lastAccepted = acceptedNumbers(factors[index] as number, level) - 1;
    const upper = Math.floor(lastAccepted / 2 ** 32);
    const at = wordsPerTest * place;
    tests[at + testWords.acceptLow] = lastAccepted - upper * 2 ** 32;
    tests[at + testWords.acceptHighAndRules] = upper + concernedRules(candidate, span) * 2 ** 16;
    tests[at + testWords.targetingAt] = candidate.targetingAt;
    tests[at + testWords.signature] = candidate.targetingAt === -1 ? 0 : signatureOf(targeting, candidate.targetingAt);
    weights[place] = bookingWeight(candidate.booking, span.fromMs);
  }
  return { hour, version, members, tests, weights, levelStarts, placesById };
}

/** How many members a level has. */
export function countOf(group: GroupTable, level: number): number {
  return (group.levelStarts[level + 1] as number) - (group.levelStarts[level] as number);
}

/** The time for which the tables of an hour hold. */
export function spanOf(hour: number): TimeSpan {
  return { fromMs: hour * weightsHoldMs, toMs: (hour + 1) * weightsHoldMs };
}
