/*
 * Selection of one booking of a pool.
 *
 * - `choose.ts`: trials in a large pool, a scan of a small one.
 * - `claims.ts`: bookings with a goal or a share of voice, which are tried first.
 * - `share.ts`: weights by priority and end date. `pick.ts`: from weights and a ticket to an index.
 * - `random.ts`: tickets of 48 bits by Philox4x32-10. `prior-winners.ts`: winners of earlier slots of the request.
 *
 * See docs/internals/draw-tables.md and docs/decisions/0003-shares-and-draws.md.
 */

import { maxDrawTrials, maxScannedCandidates } from '../../vocabulary/limits/delivery-limits.ts';
import { askedRules } from '../eligible.ts';
import { unitsOfLevel, weightPerNumber } from '../tables/levels.ts';
import { memberAt, noMember, rulesOfTest, weightIndex, wordsPerTest } from '../tables/member-arena.ts';
import { isMemberRefused } from '../tables/member-test.ts';
import { halvesPerWord, levelOfSegment, memberOfSegment, poolWords, segmentWords } from '../tables/pool-arena.ts';
import { type PoolTable, segmentOf } from '../tables/pool-table.ts';
import { chooseByScan } from '../tables/scan.ts';
import type { DrawChoice } from './choice.ts';
import { beginTrials, drawTrials } from './random.ts';

/**
 * Returns the index of one booking of a pool, drawn in proportion to weight among those that no rule rejects;
 * `noMember`: all are rejected. A small pool is scanned. In a large pool, trials draw members until one is accepted.
 * After `maxDrawTrials` it is scanned too. Source: product decisions 5.2; docs/decisions/0010-draw-tables.md.
 */
export function chooseFromPool(pool: PoolTable, choice: DrawChoice): number {
  const asked = askedRules(choice.moment);
  if (pool.size > maxScannedCandidates) {
    const won = chooseByTrials(pool, choice, asked);
    if (won !== noMember) return won;
  }
  return chooseByScan(pool, choice, asked);
}

/**
 * Number of trials that are evaluated together, step by step. Their memory accesses are independent, so the processor
 * can overlap them. Half of all slots need only the first few trials.
 */
const firstTrials = 4;
const trialsAtOnce = 8;
/** Reused by all trials. */
const tickets = new Float64Array(trialsAtOnce);
const acceptances = new Float64Array(trialsAtOnce);
const units = new Float64Array(trialsAtOnce);
/** First the offset of the segment of its unit, then the index of the member that it names; `noMember`: none. */
const memberIndexes = new Int32Array(trialsAtOnce);
/** First the acceptance threshold of the weight, then the weight of the member. */
const leastWeights = new Float64Array(trialsAtOnce);
const weightsOfMembers = new Float64Array(trialsAtOnce);

/**
 * Each successful trial selects a booking in proportion to its weight: the ticket selects members in proportion to the
 * caps of their levels, and the second number accepts them in proportion to weight / cap.
 */
function chooseByTrials(pool: PoolTable, choice: DrawChoice, asked: number): number {
  beginTrials(choice.moment.seed, choice.moment.slotIndex);
  let count = firstTrials;
  for (let done = 0; done < maxDrawTrials; done += count) {
    if (done > 0) count = Math.min(trialsAtOnce, maxDrawTrials - done);
    nameMembers(pool, count);
    for (let each = 0; each < count; each += 1) {
      if (isWon(pool, choice, asked, each)) return memberIndexes[each] as number;
    }
  }
  return noMember;
}

/** Draws the next `count` trials and finds the members they name. */
function nameMembers({ pools, first, arena: { weights } }: PoolTable, count: number): void {
  drawTrials(tickets, acceptances, count);
  const { words, halves } = pools;
  const unitsOfPool = words[first + poolWords.units] as number;
  const ticketsPerUnit = words[first + poolWords.ticketsPerUnit] as number;
  for (let each = 0; each < count; each += 1) {
    // Exact: both are integers below 2^53, so the quotient is never rounded up to the next integer.
    const unit = Math.floor((tickets[each] as number) / ticketsPerUnit);
    units[each] = unit;
    memberIndexes[each] = unit < unitsOfPool ? segmentOf(pools, first, unit) : noMember;
  }
  for (let each = 0; each < count; each += 1) {
    const segment = memberIndexes[each] as number;
    if (segment === noMember) continue;
    const memberAndLevel = halves[(segment + segmentWords.memberAndLevel) * halvesPerWord] as number;
    const unitsInSegment = (units[each] as number) - (words[segment + segmentWords.begin] as number);
    const level = levelOfSegment(memberAndLevel);
    const unitsPerMember = unitsOfLevel[level] as number;
    leastWeights[each] = (acceptances[each] as number) * (weightPerNumber[level] as number);
    memberIndexes[each] = memberOfSegment(memberAndLevel) + ((unitsInSegment / unitsPerMember) | 0);
  }
  for (let each = 0; each < count; each += 1) {
    const memberIndex = memberIndexes[each] as number;
    if (memberIndex !== noMember) weightsOfMembers[each] = weights[weightIndex(memberIndex)] as number;
  }
}

/** Reports whether one of the drawn trials has a winner. */
function isWon({ arena }: PoolTable, { moment, observer }: DrawChoice, asked: number, each: number): boolean {
  const memberIndex = memberIndexes[each] as number;
  const ticket = tickets[each] as number;
  if (memberIndex === noMember) {
    observer?.trial(ticket, null, 'nobody');
    return false;
  }
  const { tests } = arena;
  if ((weightsOfMembers[each] as number) <= (leastWeights[each] as number)) {
    observer?.trial(ticket, memberAt(arena, memberIndex), 'weighed_out');
    return false;
  }
  if (isMemberRefused(arena, memberIndex, moment, rulesOfTest(tests, wordsPerTest * memberIndex) & asked)) {
    observer?.trial(ticket, memberAt(arena, memberIndex), 'refused');
    return false;
  }
  observer?.trial(ticket, memberAt(arena, memberIndex), 'won');
  return true;
}
