/*
 * Explanations of decisions.
 *
 * - `explain.ts`: the trace of a decided slot, with every candidate.
 * - `recorded-request.ts`: what is recorded of a request. `repeat-decision.ts`: its decision again, with a trace.
 *   `replay-requests.ts`: recorded requests on another configuration.
 * - `expected-shares.ts`, `expected-page-shares.ts`: shares without requests.
 */

import { candidateFor } from '../../snapshot/apply-bookings.ts';
import { bookingIdsAt } from '../../snapshot/inventory-nodes.ts';
import type { Candidate, Snapshot, SnapshotBooking, SnapshotPosition } from '../../snapshot/snapshot.ts';
import type { BookingId, FormatId } from '../../vocabulary/ids.ts';
import type { CandidateTrace, SlotTrace, TrialTrace } from '../decision.ts';
import type { DrawObserver } from '../draw/choice.ts';
import { basisPointsOf } from '../draw/claims.ts';
import { ticketBounds } from '../draw/pick.ts';
import { drawSpace } from '../draw/random.ts';
import { traceRotation } from '../draw/rotate.ts';
import { refusingRule } from '../eligible.ts';
import type { EvaluationContext, Rule } from '../rules/rule.ts';
import { unitsOfLevel } from '../tables/levels.ts';
import { weightIndex } from '../tables/member-arena.ts';
import {
  halvesPerWord,
  levelOfSegment,
  memberOfSegment,
  poolWords,
  segmentWords,
  wordsPerSegment,
} from '../tables/pool-arena.ts';
import type { PoolTable } from '../tables/pool-table.ts';
import type { Tier } from '../tables/tier.ts';

/** Records the draws of one slot for its trace. */
export type DrawRecord = DrawObserver & {
  readonly trials: TrialTrace[];
  scanTicket: number | null;
};

/** Creates an empty record for `chooseFromPool`. */
export function createDrawRecord(): DrawRecord {
  const trials: TrialTrace[] = [];
  const record: DrawRecord = {
    trials,
    scanTicket: null,
    trial: (ticket, named, outcome) => {
      trials.push({ ticket, bookingId: named === null ? null : named.booking.id, outcome });
    },
    scan: (ticket) => {
      record.scanTicket = ticket;
    },
  };
  return record;
}

export type Explained = {
  readonly bookingById: Snapshot['bookingById'];
  readonly position: SnapshotPosition;
  /** The last pool that was drawn from. */
  readonly pool: PoolTable;
  readonly tier: Tier;
  /** By a claim before the shares were drawn, by a draw, or because it is a roadblock that won an earlier slot. */
  readonly by: 'claim' | 'draw' | 'roadblock';
  readonly moment: EvaluationContext;
  readonly chosen: Candidate | null;
  readonly record: DrawRecord;
};

/** Returns the trace of a decided slot: all bookings that cover the position, and the draws. */
export function explainSlot({ bookingById, position, pool, tier, by, moment, chosen, record }: Explained): SlotTrace {
  const asked = position.nodes
    .flatMap((node) => [...bookingIdsAt(node)])
    .sort((a, b) => a - b)
    .map((id) => candidateAt(bookingById.get(id) as SnapshotBooking, position.format.id));
  const isChosen = (candidate: Candidate) => candidate.booking.id === chosen?.booking.id;
  const judged = asked.map((candidate) => {
    // A roadblock that holds the slot was evaluated when it was drawn.
    const rule = by === 'roadblock' && isChosen(candidate) ? null : refusingRule(candidate, moment);
    return { candidate, rule: rule ?? restRule(candidate, tier, chosen, by) };
  });
  const eligible = new Set(judged.filter(({ rule }) => rule === null).map(({ candidate }) => candidate.booking.id));
  const wonByTrial = record.trials.at(-1)?.outcome === 'won';
  const tickets = wonByTrial ? ticketsOfTable(pool) : ticketsOfScan(pool, eligible);
  const weights = weightsOf(pool, eligible);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const candidates = judged.map(({ candidate, rule }): CandidateTrace => {
    if (rule !== null) return refusalTrace(candidate, rule, moment);
    if (by === 'claim' && isChosen(candidate)) return claimTrace(candidate, moment);
    if (by === 'roadblock') return roadblockTrace(candidate);
    const [fromTicket, toTicket] = tickets.get(candidate.booking.id) as Tickets;
    const share = (weights.get(candidate.booking.id) as number) / total;
    return { bookingId: candidate.booking.id, eligible: true, share, fromTicket, toTicket, won: isChosen(candidate) };
  });
  const draw = wonByTrial ? (record.trials.at(-1)?.ticket ?? null) : record.scanTicket;
  const decidedBy = chosen === null ? null : by !== 'draw' ? by : tier === 'fill' ? 'fill' : 'share';
  const rotation = chosen === null ? null : traceRotation(chosen, moment);
  return { slotName: position.row.slotName, known: true, candidates, draw, trials: record.trials, decidedBy, rotation };
}

/** Returns the candidate of the pool, or a candidate that only serves to state why the booking has none. */
function candidateAt(booking: SnapshotBooking, formatId: FormatId): Candidate {
  return booking.candidates.find((candidate) => candidate.formatId === formatId) ?? candidateFor(booking, formatId);
}

/** A claim has no tickets among the shares. */
function claimTrace(candidate: Candidate, { state }: EvaluationContext): CandidateTrace {
  const points = basisPointsOf(candidate);
  const share = points > 0 ? points / 10_000 : (state?.acceptance[candidate.bookingIndex] ?? 0) / drawSpace;
  return { bookingId: candidate.booking.id, eligible: true, share, fromTicket: 0, toTicket: 0, won: true };
}

/** Without tickets, because the slot is not drawn. */
function roadblockTrace({ booking }: Candidate): CandidateTrace {
  return { bookingId: booking.id, eligible: true, share: 1, fromTicket: 0, toTicket: 0, won: true };
}

type Tickets = readonly [from: number, to: number];

/** Returns the weights of the eligible members of a pool, in ascending order of booking ID. */
function weightsOf(pool: PoolTable, eligible: ReadonlySet<BookingId>): ReadonlyMap<BookingId, number> {
  const { members, weights, candidates } = pool.arena;
  const entries = pool.groups
    .flatMap(({ range, size }) => Array.from({ length: size }, (_, index) => range.first + index))
    .map((memberIndex) => {
      const id = candidates.bookingIdOf(members[memberIndex] as number);
      return [id, weights[weightIndex(memberIndex)] as number] as const;
    })
    .filter(([id]) => eligible.has(id));
  return new Map(entries.sort(([one], [other]) => one - other));
}

function ticketsOfScan(pool: PoolTable, eligible: ReadonlySet<BookingId>): ReadonlyMap<BookingId, Tickets> {
  const weights = weightsOf(pool, eligible);
  const bounds = ticketBounds([...weights.values()], drawSpace);
  return new Map([...weights.keys()].map((id, index) => [id, [bounds[index - 1] ?? 0, bounds[index] as number]]));
}

/** Returns the tickets for which a trial names each member, eligible or not. */
function ticketsOfTable({
  pools: { words, halves },
  first,
  segments,
  arena,
}: PoolTable): ReadonlyMap<BookingId, Tickets> {
  const { members, candidates } = arena;
  const tickets = new Map<BookingId, Tickets>();
  const ticketsPerUnit = words[first + poolWords.ticketsPerUnit] as number;
  const from = first + poolWords.segments;
  for (let segment = 0; segment < segments; segment += 1) {
    const at = from + segment * wordsPerSegment;
    const memberAndLevel = halves[(at + segmentWords.memberAndLevel) * halvesPerWord] as number;
    const unitsPerMember = unitsOfLevel[levelOfSegment(memberAndLevel)] as number;
    const next = segment + 1 < segments ? at + wordsPerSegment + segmentWords.begin : first + poolWords.units;
    const end = words[next] as number;
    let memberIndex = memberOfSegment(memberAndLevel);
    for (let unit = words[at + segmentWords.begin] as number; unit < end; unit += unitsPerMember, memberIndex += 1) {
      const ticket = unit * ticketsPerUnit;
      const id = candidates.bookingIdOf(members[memberIndex] as number);
      tickets.set(id, [ticket, ticket + unitsPerMember * ticketsPerUnit]);
    }
  }
  return tickets;
}

/**
 * Returns the reason for a candidate that no rule rejected but that did not take part: fill that was not needed, a claim
 * that was not due, or a slot that a roadblock holds.
 */
function restRule(candidate: Candidate, tier: Tier, chosen: Candidate | null, by: Explained['by']): RestRule | null {
  if (by === 'roadblock') return candidate.booking.id === chosen?.booking.id ? null : roadblockRule;
  const method = candidate.booking.delivery.method;
  if (method === 'share') return null;
  if (method === 'fill') return tier === 'fill' ? null : fillRule;
  return candidate.booking.id === chosen?.booking.id ? null : turnRule;
}

type RestRule = Pick<Rule, 'reason' | 'expected' | 'actual'>;

const turnRule: RestRule = {
  reason: 'PACED',
  expected: (candidate, { state }) =>
    basisPointsOf(candidate) > 0
      ? `share of voice of ${basisPointsOf(candidate)} basis points due`
      : `claim ticket below ${state?.acceptance[candidate.bookingIndex]}`,
  actual: () => 'not due in this request',
};

const roadblockRule: RestRule = {
  reason: 'TAKEN_BY_ROADBLOCK',
  expected: () => 'slot not held by a roadblock',
  actual: () => 'held by the roadblock that won an earlier slot',
};

const fillRule: RestRule = {
  reason: 'FILL_NOT_NEEDED',
  expected: () => 'no other booking eligible',
  actual: () => 'another booking is eligible',
};

function refusalTrace(candidate: Candidate, rule: RestRule, moment: EvaluationContext): CandidateTrace {
  return {
    bookingId: candidate.booking.id,
    eligible: false,
    reason: rule.reason,
    expected: rule.expected(candidate, moment),
    actual: rule.actual(candidate, moment),
  };
}
