import type { Candidate } from '../../snapshot/snapshot.ts';
import { maxScannedCandidates } from '../../words/limits.ts';
import type { DrawChoice } from '../draw/choice.ts';
import { pickByCumulative } from '../draw/pick.ts';
import { drawSpace, drawTicket } from '../draw/random.ts';
import { factsOf } from '../rules/rule.ts';
import { buildKeyIndex, leastIndexed, visitMeant } from './key-index.ts';
import { noPlace, rulesOfTest, weightPlace, wordsPerTest } from './member-arena.ts';
import { isMemberRefused } from './member-test.ts';
import type { PoolTable } from './pool-table.ts';

/** Reused by all scans, grown to the most that were ever eligible: their places, and sums of weights up to each. */
let eligible = new Uint32Array(maxScannedCandidates);
let cumulative = new Float64Array(maxScannedCandidates);

/**
 * The place of one booking of a pool, drawn in proportion to weight among all that no rule refuses, in order of booking id;
 * `noPlace`: all are refused.
 * @param asked the rules that are asked at all
 */
export function chooseByScan(pool: PoolTable, { moment, witness }: DrawChoice, asked: number): number {
  const { members, weights } = pool.arena;
  const count = findEligible(pool, moment, asked);
  if (count === 0) return noPlace;
  const places = sortedById(eligible.subarray(0, count), members);
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    sum += weights[weightPlace(places[index] as number)] as number;
    cumulative[index] = sum;
  }
  const ticket = drawTicket(moment.seed, moment.slotIndex, 'booking');
  witness?.scan(ticket);
  return places[pickByCumulative(cumulative, count, ticket, drawSpace)] as number;
}

/**
 * Goes through the members of small groups as they lie in memory, and of large ones through those whom the values of the
 * request may mean; fetches none that its words refuse. Answers how many are left.
 */
function findEligible({ groups, arena, size }: PoolTable, moment: DrawChoice['moment'], asked: number): number {
  if (eligible.length < size) {
    eligible = new Uint32Array(size * 2);
    cumulative = new Float64Array(size * 2);
  }
  const { tests } = arena;
  let count = 0;
  const visit = (place: number) => {
    if (isMemberRefused(arena, place, moment, rulesOfTest(tests, wordsPerTest * place) & asked)) return;
    eligible[count] = place;
    count += 1;
  };
  for (const group of groups) {
    const { room, size: groupSize } = group;
    if (groupSize >= leastIndexed) {
      group.keys ??= buildKeyIndex(moment.targeting, arena, { first: room.first, size: groupSize });
      visitMeant(group.keys, factsOf(moment), arena, visit);
      continue;
    }
    for (let place = room.first; place < room.first + groupSize; place += 1) {
      visit(place);
    }
  }
  return count;
}

/** Most that are put in order one by one; they are in rising runs already, one for each level of each group. */
const maxInserted = 24;

function sortedById(places: Uint32Array, members: readonly (Candidate | null)[]): Uint32Array {
  const idAt = (place: number) => (members[place] as Candidate).booking.id;
  if (places.length > maxInserted) return places.sort((one, other) => idAt(one) - idAt(other));
  for (let index = 1; index < places.length; index += 1) {
    const place = places[index] as number;
    const id = idAt(place);
    let at = index;
    for (; at > 0 && idAt(places[at - 1] as number) > id; at -= 1) places[at] = places[at - 1] as number;
    places[at] = place;
  }
  return places;
}
