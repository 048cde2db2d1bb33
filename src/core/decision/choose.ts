import type { Candidate } from '../snapshot/snapshot.ts';
import { mayHold } from '../targeting/signature.ts';
import { maxDrawTrials, maxScannedCandidates } from '../words/limits.ts';
import type { TrialTrace } from './decision.ts';
import { isRefused, rulesOfAudience, rulesOfLaterSlots } from './eligible.ts';
import { type GroupTable, testWords, wordsPerTest } from './group-table.ts';
import { pickByCumulative } from './pick.ts';
import type { PoolTable } from './pool-table.ts';
import { drawSpace, drawTicket, drawTrial, type Seed } from './random.ts';
import { targetingAnswer } from './rules/audience-rules.ts';
import { factsOf, type Moment } from './rules/rule.ts';
import { scanListOf } from './scan-list.ts';

export type Choice = {
  readonly moment: Moment;
  readonly seed: Seed;
  readonly slotIndex: number;
  /** Hears of every draw; null when nobody wants to know. */
  readonly witness: DrawWitness | null;
};

/** What an explanation learns of the draws of one slot. */
export type DrawWitness = {
  /** One trial: the ticket drawn, whom it named (null: nobody) and what came of it. */
  readonly trial: (ticket: number, named: Candidate | null, outcome: TrialTrace['outcome']) => void;
  /** The pool was scanned, and this ticket drawn among the eligible. */
  readonly scan: (ticket: number) => void;
};

/**
 * One booking of a pool, drawn in proportion to weight among those that no rule refuses; null: all are refused. A small
 * pool is scanned; of a large one trials draw members until one is accepted, and after `maxDrawTrials` it is scanned too.
 * Source: product decisions 5.2; docs/decisions/0010-draw-tables.md.
 */
export function chooseFromPool(pool: PoolTable, choice: Choice): Candidate | null {
  const { moment } = choice;
  const askedRules = moment.taken.count === 0 ? ~rulesOfLaterSlots : ~0;
  if (pool.size > maxScannedCandidates) {
    const won = chooseByTrials(pool, choice, askedRules);
    if (won !== null) return won;
  }
  return chooseByScan(pool, choice, askedRules);
}

/** Reused by all trials. */
const numbers = new Float64Array(2);

/**
 * Every trial that ends with a booking gives it in proportion to its weight: the ticket names members in proportion to the
 * caps of their levels, and the second number accepts them in proportion to weight / cap.
 */
function chooseByTrials(
  pool: PoolTable,
  { moment, seed, slotIndex, witness }: Choice,
  asked: number,
): Candidate | null {
  const { unitEnds, segments, ticketsPerUnit } = pool;
  const units = unitEnds[unitEnds.length - 1] as number;
  for (let trial = 0; trial < maxDrawTrials; trial += 1) {
    drawTrial(numbers, seed, slotIndex, trial);
    const ticket = numbers[0] as number;
    // Exact: both are integers below 2^53, so the quotient is never rounded up to the next integer.
    const unit = Math.floor(ticket / ticketsPerUnit);
    if (unit >= units) {
      witness?.trial(ticket, null, 'nobody');
      continue;
    }
    const segment = 4 * firstEndAbove(unitEnds, unit);
    const unitsInSegment = unit - (segments[segment] as number);
    const place = (segments[segment + 2] as number) + Math.floor(unitsInSegment / (segments[segment + 1] as number));
    const { members, tests } = pool.groups[segments[segment + 3] as number] as GroupTable;
    const at = wordsPerTest * place;
    const highAndRules = tests[at + testWords.acceptHighAndRules] as number;
    const lastAccepted = (highAndRules & 0xffff) * 2 ** 32 + (tests[at + testWords.acceptLow] as number);
    if ((numbers[1] as number) > lastAccepted) {
      witness?.trial(ticket, members[place] as Candidate, 'weighed_out');
      continue;
    }
    const rules = (highAndRules >>> 16) & asked;
    if ((rules & rulesOfAudience) !== 0 && !isMeant(tests, at, moment)) {
      witness?.trial(ticket, members[place] as Candidate, 'refused');
      continue;
    }
    const candidate = members[place] as Candidate;
    const rest = rules & ~rulesOfAudience;
    if (rest !== 0 && isRefused(candidate, moment, rest)) {
      witness?.trial(ticket, candidate, 'refused');
      continue;
    }
    witness?.trial(ticket, candidate, 'won');
    return candidate;
  }
  return null;
}

/** Asks the tree by its place, and that only where its signature fits: who is not meant is not fetched from memory. */
function isMeant(tests: Uint32Array, at: number, moment: Moment): boolean {
  return (
    mayHold(tests[at + testWords.signature] as number, factsOf(moment)) &&
    targetingAnswer((tests[at + testWords.targetingAt] as number) | 0, moment) === 2
  );
}

/** Index of the first entry above `unit`; the last entry must be. */
function firstEndAbove(ends: Float64Array, unit: number): number {
  let low = 0;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (unit < (ends[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Reused by all scans; grows to the largest pool that was scanned. */
let eligible = new Uint32Array(maxScannedCandidates);
let cumulative = new Float64Array(maxScannedCandidates);

function chooseByScan(pool: PoolTable, { moment, seed, slotIndex, witness }: Choice, asked: number): Candidate | null {
  const { members, rules, weights, count: size } = scanListOf(pool);
  if (eligible.length < size) {
    eligible = new Uint32Array(size * 2);
    cumulative = new Float64Array(size * 2);
  }
  let count = 0;
  let sum = 0;
  for (let place = 0; place < size; place += 1) {
    if (isRefused(members[place] as Candidate, moment, (rules[place] as number) & asked)) continue;
    sum += weights[place] as number;
    eligible[count] = place;
    cumulative[count] = sum;
    count += 1;
  }
  if (count === 0) return null;
  const ticket = drawTicket(seed, slotIndex, 'booking');
  witness?.scan(ticket);
  return members[eligible[pickByCumulative(cumulative, count, ticket, drawSpace)] as number] as Candidate;
}
