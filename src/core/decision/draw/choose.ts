/*
 * Choosing one booking of a pool.
 *
 * - `choose.ts`: trials in a large pool, a scan of a small one.
 * - `claims.ts`: bookings with a goal or a share of voice, which come first.
 * - `share.ts`: weights by priority and end date. `pick.ts`: from weights and a ticket to an index.
 * - `random.ts`: tickets of 48 bits by Philox4x32-10. `taken.ts`: what won earlier slots of the request.
 *
 * See docs/internals/draw-tables.md and docs/decisions/0003-shares-and-draws.md.
 */

import type { Candidate } from '../../snapshot/snapshot.ts';
import { maxDrawTrials, maxScannedCandidates } from '../../words/limits.ts';
import { askedRules } from '../eligible.ts';
import { unitsOfLevel, weightPerNumber } from '../tables/levels.ts';
import { noPlace, rulesOfTest, weightPlace, wordsPerTest } from '../tables/member-arena.ts';
import { isMemberRefused } from '../tables/member-test.ts';
import { halvesPerWord, levelOfSegment, placeOfSegment, poolWords, segmentWords } from '../tables/pool-arena.ts';
import { type PoolTable, segmentOf } from '../tables/pool-table.ts';
import { chooseByScan } from '../tables/scan.ts';
import type { DrawChoice } from './choice.ts';
import { beginTrials, drawTrials } from './random.ts';

/**
 * The place of one booking of a pool, drawn in proportion to weight among those that no rule refuses; `noPlace`: all are
 * refused. A small pool is scanned; of a large one trials draw members until one is accepted, and after `maxDrawTrials` it is
 * scanned too.
 * Source: product decisions 5.2; docs/decisions/0010-draw-tables.md.
 */
export function chooseFromPool(pool: PoolTable, choice: DrawChoice): number {
  const asked = askedRules(choice.moment);
  if (pool.size > maxScannedCandidates) {
    const won = chooseByTrials(pool, choice, asked);
    if (won !== noPlace) return won;
  }
  return chooseByScan(pool, choice, asked);
}

/**
 * Trials that are drawn together, step by step: what a step reads of one lies somewhere else than what it reads of the
 * others, and a processor fetches from several places at a time what does not wait for each other. Half of all slots
 * need no more than the first few.
 */
const firstTrials = 4;
const trialsAtOnce = 8;
/** Reused by all trials. */
const tickets = new Float64Array(trialsAtOnce);
const acceptances = new Float64Array(trialsAtOnce);
const units = new Float64Array(trialsAtOnce);
/** Where the segment of its unit stands, then the place of the member that it names; `noPlace`: nobody's. */
const places = new Int32Array(trialsAtOnce);
/** What the weight of the member must be above to be accepted; then that weight. */
const leastWeights = new Float64Array(trialsAtOnce);
const weightsOfMembers = new Float64Array(trialsAtOnce);

/**
 * Every trial that ends with a booking gives it in proportion to its weight: the ticket names members in proportion to the
 * caps of their levels, and the second number accepts them in proportion to weight / cap.
 */
function chooseByTrials(pool: PoolTable, choice: DrawChoice, asked: number): number {
  beginTrials(choice.moment.seed, choice.moment.slotIndex);
  let count = firstTrials;
  for (let done = 0; done < maxDrawTrials; done += count) {
    if (done > 0) count = Math.min(trialsAtOnce, maxDrawTrials - done);
    nameMembers(pool, count);
    for (let each = 0; each < count; each += 1) {
      if (isWon(pool, choice, asked, each)) return places[each] as number;
    }
  }
  return noPlace;
}

/** Draws so many of the next trials and finds whom they name. */
function nameMembers({ pools, first, arena: { weights } }: PoolTable, count: number): void {
  drawTrials(tickets, acceptances, count);
  const { words, halves } = pools;
  const unitsOfPool = words[first + poolWords.units] as number;
  const ticketsPerUnit = words[first + poolWords.ticketsPerUnit] as number;
  for (let each = 0; each < count; each += 1) {
    // Exact: both are integers below 2^53, so the quotient is never rounded up to the next integer.
    const unit = Math.floor((tickets[each] as number) / ticketsPerUnit);
    units[each] = unit;
    places[each] = unit < unitsOfPool ? segmentOf(pools, first, unit) : noPlace;
  }
  for (let each = 0; each < count; each += 1) {
    const segment = places[each] as number;
    if (segment === noPlace) continue;
    const placeAndLevel = halves[(segment + segmentWords.placeAndLevel) * halvesPerWord] as number;
    const unitsInSegment = (units[each] as number) - (words[segment + segmentWords.begin] as number);
    const level = levelOfSegment(placeAndLevel);
    const unitsPerMember = unitsOfLevel[level] as number;
    leastWeights[each] = (acceptances[each] as number) * (weightPerNumber[level] as number);
    places[each] = placeOfSegment(placeAndLevel) + ((unitsInSegment / unitsPerMember) | 0);
  }
  for (let each = 0; each < count; each += 1) {
    const place = places[each] as number;
    if (place !== noPlace) weightsOfMembers[each] = weights[weightPlace(place)] as number;
  }
}

/** True when one of the trials that were drawn names a winner. */
function isWon({ arena }: PoolTable, { moment, witness }: DrawChoice, asked: number, each: number): boolean {
  const place = places[each] as number;
  const ticket = tickets[each] as number;
  if (place === noPlace) {
    witness?.trial(ticket, null, 'nobody');
    return false;
  }
  const { tests, members } = arena;
  if ((weightsOfMembers[each] as number) <= (leastWeights[each] as number)) {
    witness?.trial(ticket, members[place] as Candidate, 'weighed_out');
    return false;
  }
  if (isMemberRefused(arena, place, moment, rulesOfTest(tests, wordsPerTest * place) & asked)) {
    witness?.trial(ticket, members[place] as Candidate, 'refused');
    return false;
  }
  witness?.trial(ticket, members[place] as Candidate, 'won');
  return true;
}
