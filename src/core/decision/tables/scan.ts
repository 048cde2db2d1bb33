import { maxScannedCandidates } from '../../vocabulary/limits/delivery-limits.ts';
import type { DrawChoice } from '../draw/choice.ts';
import { pickByCumulative } from '../draw/pick.ts';
import { drawSpace, drawTicket } from '../draw/random.ts';
import { factsOf } from '../rules/rule.ts';
import { buildKeyIndex, leastIndexed, visitMatching } from './key-index.ts';
import { type MemberArena, noMember, rulesOfTest, weightIndex, wordsPerTest } from './member-arena.ts';
import { isMemberRefused } from './member-test.ts';
import type { PoolTable } from './pool-table.ts';

/** Reused by all scans. Grow to the largest number of eligible members: their indexes, and cumulative weights. */
let eligible = new Uint32Array(maxScannedCandidates);
let cumulative = new Float64Array(maxScannedCandidates);

/**
 * Returns the index of one booking of a pool, drawn in proportion to weight among all that no rule rejects, in order of
 * booking ID; `noMember`: all are rejected.
 * @param asked rules that apply to the request
 */
export function chooseByScan(pool: PoolTable, { moment, observer }: DrawChoice, asked: number): number {
  const { weights } = pool.arena;
  const count = findEligible(pool, moment, asked);
  if (count === 0) return noMember;
  const memberIndexes = sortedById(eligible.subarray(0, count), pool.arena);
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    sum += weights[weightIndex(memberIndexes[index] as number)] as number;
    cumulative[index] = sum;
  }
  const ticket = drawTicket(moment.seed, moment.slotIndex, 'booking');
  observer?.scan(ticket);
  return memberIndexes[pickByCumulative(cumulative, count, ticket, drawSpace)] as number;
}

/**
 * Scans the members of small groups in memory order, and in large groups the members that the values of the request may
 * match. Members that their words in the arena reject are not read. Returns the number of eligible members.
 */
function findEligible({ groups, arena, size }: PoolTable, moment: DrawChoice['moment'], asked: number): number {
  if (eligible.length < size) {
    eligible = new Uint32Array(size * 2);
    cumulative = new Float64Array(size * 2);
  }
  const { tests } = arena;
  let count = 0;
  const visit = (memberIndex: number) => {
    if (isMemberRefused(arena, memberIndex, moment, rulesOfTest(tests, wordsPerTest * memberIndex) & asked)) return;
    eligible[count] = memberIndex;
    count += 1;
  };
  for (const group of groups) {
    const { range, size: groupSize } = group;
    if (groupSize >= leastIndexed) {
      group.keys ??= buildKeyIndex(moment.targeting, arena, { first: range.first, size: groupSize });
      visitMatching(group.keys, factsOf(moment), arena, visit);
      continue;
    }
    for (let memberIndex = range.first; memberIndex < range.first + groupSize; memberIndex += 1) {
      visit(memberIndex);
    }
  }
  return count;
}

/** Largest number sorted by insertion. The input consists of ascending runs, one per level of each group. */
const maxInserted = 24;

function sortedById(memberIndexes: Uint32Array, { members, candidates }: MemberArena): Uint32Array {
  const idAt = (memberIndex: number) => candidates.bookingIdOf(members[memberIndex] as number);
  if (memberIndexes.length > maxInserted) return memberIndexes.sort((one, other) => idAt(one) - idAt(other));
  for (let index = 1; index < memberIndexes.length; index += 1) {
    const memberIndex = memberIndexes[index] as number;
    const id = idAt(memberIndex);
    let at = index;
    for (; at > 0 && idAt(memberIndexes[at - 1] as number) > id; at -= 1)
      memberIndexes[at] = memberIndexes[at - 1] as number;
    memberIndexes[at] = memberIndex;
  }
  return memberIndexes;
}
