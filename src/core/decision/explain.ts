import type { Candidate, SnapshotPosition } from '../snapshot/snapshot.ts';
import type { DrawWitness } from './choose.ts';
import type { CandidateTrace, SlotTrace, TrialTrace } from './decision.ts';
import { type Moment, type Rule, refusingRule } from './eligible.ts';
import { type PoolTable, scanListOf, type Tier } from './hour-tables.ts';
import { ticketBounds } from './pick.ts';
import { drawSpace } from './random.ts';

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
  readonly position: SnapshotPosition;
  /** The pool that was drawn from last. */
  readonly pool: PoolTable;
  readonly tier: Tier;
  readonly moment: Moment;
  readonly chosen: Candidate | null;
  readonly record: DrawRecord;
};

/** The trace of a decided slot: every booking that covers the position, and the draws as they were made. */
export function explainSlot({ position, pool, tier, moment, chosen, record }: Explained): SlotTrace {
  const asked = position.groups
    .flatMap((group) => [...group.candidates, ...group.fill, ...group.barred])
    .sort((a, b) => a.bookingIndex - b.bookingIndex);
  const judged = asked.map((candidate) => {
    const rule = refusingRule(candidate, moment);
    const spared = rule === null && tier !== 'fill' && candidate.booking.delivery?.method === 'fill';
    return { candidate, rule: spared ? fillRule : rule };
  });
  const eligible = new Set(judged.filter(({ rule }) => rule === null).map(({ candidate }) => candidate));
  const wonByTrial = record.trials.at(-1)?.outcome === 'won';
  const tickets = wonByTrial ? ticketsOfTable(pool) : ticketsOfScan(pool, eligible);
  const weights = weightsOf(pool, eligible);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const candidates = judged.map(({ candidate, rule }): CandidateTrace => {
    if (rule !== null) return refusalTrace(candidate, rule, moment);
    const [fromTicket, toTicket] = tickets.get(candidate) as Tickets;
    const share = (weights.get(candidate) as number) / total;
    return { bookingId: candidate.booking.id, eligible: true, share, fromTicket, toTicket, won: candidate === chosen };
  });
  const draw = wonByTrial ? (record.trials.at(-1)?.ticket ?? null) : record.scanTicket;
  return { slotName: position.row.slotName, known: true, candidates, draw, trials: record.trials };
}

type Tickets = readonly [from: number, to: number];

function weightsOf(pool: PoolTable, eligible: ReadonlySet<Candidate>): ReadonlyMap<Candidate, number> {
  const { members, weights } = scanListOf(pool);
  return new Map(
    members.flatMap((candidate, place) =>
      eligible.has(candidate) ? [[candidate, weights[place] as number] as const] : [],
    ),
  );
}

function ticketsOfScan(pool: PoolTable, eligible: ReadonlySet<Candidate>): ReadonlyMap<Candidate, Tickets> {
  const weights = weightsOf(pool, eligible);
  const bounds = ticketBounds([...weights.values()], drawSpace);
  return new Map(
    [...weights.keys()].map((candidate, index) => [candidate, [bounds[index - 1] ?? 0, bounds[index] as number]]),
  );
}

/** With which tickets a trial names each member, eligible or not. */
function ticketsOfTable(pool: PoolTable): ReadonlyMap<Candidate, Tickets> {
  const tickets = new Map<Candidate, Tickets>();
  let from = 0;
  for (const [segment, end] of pool.unitEnds.entries()) {
    const [, units = 0, first = 0, groupPlace = 0] = pool.segments.subarray(4 * segment, 4 * segment + 4);
    const width = units * pool.ticketsPerUnit;
    for (let place = first; from < end * pool.ticketsPerUnit; place += 1) {
      tickets.set(pool.groups[groupPlace]?.members[place] as Candidate, [from, from + width]);
      from += width;
    }
  }
  return tickets;
}

/** Not one of the rules of a candidate: it looks at all the others. */
const fillRule: Pick<Rule, 'reason' | 'expected' | 'actual'> = {
  reason: 'FILL_NOT_NEEDED',
  expected: () => 'nothing else eligible',
  actual: () => 'another booking is',
};

function refusalTrace(
  candidate: Candidate,
  rule: Pick<Rule, 'reason' | 'expected' | 'actual'>,
  moment: Moment,
): CandidateTrace {
  return {
    bookingId: candidate.booking.id,
    eligible: false,
    reason: rule.reason,
    expected: rule.expected(candidate, moment),
    actual: rule.actual(candidate, moment),
  };
}
