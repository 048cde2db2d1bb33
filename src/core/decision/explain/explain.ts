import { candidateFor } from '../../snapshot/apply-bookings.ts';
import { bookingIdsAt } from '../../snapshot/inventory-nodes.ts';
import type { Candidate, Snapshot, SnapshotBooking, SnapshotPosition } from '../../snapshot/snapshot.ts';
import type { FormatId } from '../../words/ids.ts';
import type { CandidateTrace, SlotTrace, TrialTrace } from '../decision.ts';
import type { DrawWitness } from '../draw/choice.ts';
import { basisPointsOf } from '../draw/claims.ts';
import { ticketBounds } from '../draw/pick.ts';
import { drawSpace } from '../draw/random.ts';
import { refusingRule } from '../eligible.ts';
import type { DecisionMoment, Rule } from '../rules/rule.ts';
import type { Tier } from '../tables/hour-tables.ts';
import { unitsOfLevel } from '../tables/levels.ts';
import { weightPlace } from '../tables/member-arena.ts';
import {
  halvesPerWord,
  levelOfSegment,
  placeOfSegment,
  poolWords,
  segmentWords,
  wordsPerSegment,
} from '../tables/pool-arena.ts';
import type { PoolTable } from '../tables/pool-table.ts';

/** Takes down the draws of one slot for its trace. */
export type DrawRecord = DrawWitness & {
  readonly trials: TrialTrace[];
  scanTicket: number | null;
};

/** An empty record, to be handed to `chooseFromPool`. */
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
  /** The pool that was drawn from last. */
  readonly pool: PoolTable;
  readonly tier: Tier;
  /** True when the chosen one had its turn before the others shared. */
  readonly byClaim: boolean;
  readonly moment: DecisionMoment;
  readonly chosen: Candidate | null;
  readonly record: DrawRecord;
};

/** The trace of a decided slot: every booking that covers the position, and the draws as they were made. */
export function explainSlot({
  bookingById,
  position,
  pool,
  tier,
  byClaim,
  moment,
  chosen,
  record,
}: Explained): SlotTrace {
  const asked = position.nodes
    .flatMap((node) => [...bookingIdsAt(node)])
    .sort((a, b) => a - b)
    .map((id) => candidateAt(bookingById.get(id) as SnapshotBooking, position.format.id));
  const judged = asked.map((candidate) => {
    const rule = refusingRule(candidate, moment);
    return { candidate, rule: rule ?? restRule(candidate, tier, chosen) };
  });
  const eligible = new Set(judged.filter(({ rule }) => rule === null).map(({ candidate }) => candidate));
  const wonByTrial = record.trials.at(-1)?.outcome === 'won';
  const tickets = wonByTrial ? ticketsOfTable(pool) : ticketsOfScan(pool, eligible);
  const weights = weightsOf(pool, eligible);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const candidates = judged.map(({ candidate, rule }): CandidateTrace => {
    if (rule !== null) return refusalTrace(candidate, rule, moment);
    if (byClaim && candidate === chosen) return claimTrace(candidate, moment);
    const [fromTicket, toTicket] = tickets.get(candidate) as Tickets;
    const share = (weights.get(candidate) as number) / total;
    return { bookingId: candidate.booking.id, eligible: true, share, fromTicket, toTicket, won: candidate === chosen };
  });
  const draw = wonByTrial ? (record.trials.at(-1)?.ticket ?? null) : record.scanTicket;
  const decidedBy = chosen === null ? null : byClaim ? 'claim' : tier === 'fill' ? 'fill' : 'share';
  return { slotName: position.row.slotName, known: true, candidates, draw, trials: record.trials, decidedBy };
}

/** The candidate that stands in the pool, or one that only says why none does. */
function candidateAt(booking: SnapshotBooking, formatId: FormatId): Candidate {
  return booking.candidates.find((candidate) => candidate.formatId === formatId) ?? candidateFor(booking, formatId);
}

/** A turn has no tickets of the draw among the others. */
function claimTrace(candidate: Candidate, { state }: DecisionMoment): CandidateTrace {
  const points = basisPointsOf(candidate);
  const share = points > 0 ? points / 10_000 : (state?.acceptance[candidate.bookingIndex] ?? 0) / drawSpace;
  return { bookingId: candidate.booking.id, eligible: true, share, fromTicket: 0, toTicket: 0, won: true };
}

type Tickets = readonly [from: number, to: number];

/** Of the eligible members of a pool, in ascending order of booking id. */
function weightsOf(pool: PoolTable, eligible: ReadonlySet<Candidate>): ReadonlyMap<Candidate, number> {
  const { members, weights } = pool.arena;
  const entries = pool.groups
    .flatMap(({ room, size }) => Array.from({ length: size }, (_, index) => room.first + index))
    .map((place) => [members[place] as Candidate, weights[weightPlace(place)] as number] as const)
    .filter(([candidate]) => eligible.has(candidate));
  return new Map(entries.sort(([one], [other]) => one.booking.id - other.booking.id));
}

function ticketsOfScan(pool: PoolTable, eligible: ReadonlySet<Candidate>): ReadonlyMap<Candidate, Tickets> {
  const weights = weightsOf(pool, eligible);
  const bounds = ticketBounds([...weights.values()], drawSpace);
  return new Map(
    [...weights.keys()].map((candidate, index) => [candidate, [bounds[index - 1] ?? 0, bounds[index] as number]]),
  );
}

/** With which tickets a trial names each member, eligible or not. */
function ticketsOfTable({
  pools: { words, halves },
  first,
  segments,
  arena,
}: PoolTable): ReadonlyMap<Candidate, Tickets> {
  const tickets = new Map<Candidate, Tickets>();
  const ticketsPerUnit = words[first + poolWords.ticketsPerUnit] as number;
  const from = first + poolWords.segments;
  for (let segment = 0; segment < segments; segment += 1) {
    const at = from + segment * wordsPerSegment;
    const placeAndLevel = halves[(at + segmentWords.placeAndLevel) * halvesPerWord] as number;
    const unitsPerMember = unitsOfLevel[levelOfSegment(placeAndLevel)] as number;
    const next = segment + 1 < segments ? at + wordsPerSegment + segmentWords.begin : first + poolWords.units;
    const end = words[next] as number;
    let place = placeOfSegment(placeAndLevel);
    for (let unit = words[at + segmentWords.begin] as number; unit < end; unit += unitsPerMember, place += 1) {
      const ticket = unit * ticketsPerUnit;
      tickets.set(arena.members[place] as Candidate, [ticket, ticket + unitsPerMember * ticketsPerUnit]);
    }
  }
  return tickets;
}

/** What no rule refused and was not asked all the same: fill that was not needed, a claim whose turn it was not. */
function restRule(candidate: Candidate, tier: Tier, chosen: Candidate | null): RestRule | null {
  const method = candidate.booking.delivery.method;
  if (method === 'share') return null;
  if (method === 'fill') return tier === 'fill' ? null : fillRule;
  return candidate === chosen ? null : turnRule;
}

type RestRule = Pick<Rule, 'reason' | 'expected' | 'actual'>;

const turnRule: RestRule = {
  reason: 'PACED',
  expected: (candidate, { state }) =>
    basisPointsOf(candidate) > 0
      ? `its turn of ${basisPointsOf(candidate)} basis points`
      : `a claim ticket in its ${state?.acceptance[candidate.bookingIndex]}`,
  actual: () => "another's turn",
};

const fillRule: RestRule = {
  reason: 'FILL_NOT_NEEDED',
  expected: () => 'nothing else eligible',
  actual: () => 'another booking is',
};

function refusalTrace(candidate: Candidate, rule: RestRule, moment: DecisionMoment): CandidateTrace {
  return {
    bookingId: candidate.booking.id,
    eligible: false,
    reason: rule.reason,
    expected: rule.expected(candidate, moment),
    actual: rule.actual(candidate, moment),
  };
}
