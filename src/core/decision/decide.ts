import type { Candidate, Snapshot, SnapshotAd, SnapshotPosition } from '../snapshot/snapshot.ts';
import type { BookingId } from '../words/ids.ts';
import type { AdRequest } from './ad-request.ts';
import type { CandidateTrace, Circumstances, Decide, Decision, SlotTrace, Winner } from './decision.ts';
import { type Moment, momentRules, type Rule, refusingRule, rules, runningAds } from './eligible.ts';
import { pickByTicket, ticketBounds } from './pick.ts';
import { drawSpace, drawTicket } from './random.ts';
import { candidateWeight } from './share.ts';

/**
 * Chooses an ad for each slot of a request: filters the bookings of the position, draws one by its share, rotates its
 * creatives by weight. Slots are decided in order, and a booking wins at most one of them. A slot name that is repeated
 * is one slot: later mentions win nothing. Equal arguments give an equal decision, byte for byte.
 * Source: product decisions 5.
 */
export const decide: Decide = (snapshot: Snapshot, request: AdRequest, circumstances: Circumstances): Decision => {
  const winners: (Winner | null)[] = [];
  const traces: SlotTrace[] = [];
  const taken = new Set<BookingId>();
  const decided = new Set<string>();
  for (const [slotIndex, { slotName }] of request.slots.entries()) {
    const position = decided.has(slotName) ? undefined : snapshot.positionBySlotName.get(slotName);
    decided.add(slotName);
    const outcome = position === undefined ? null : decideSlot({ snapshot, position, slotIndex, taken, circumstances });
    winners.push(outcome?.winner ?? null);
    if (outcome?.winner) taken.add(outcome.winner.ad.booking.id);
    if (circumstances.explain) traces.push(outcome?.trace ?? emptyTrace(snapshot, slotName));
  }
  return { revision: snapshot.revision, nowMs: circumstances.nowMs, seed: circumstances.seed, winners, traces };
};

type SlotTask = {
  readonly snapshot: Snapshot;
  readonly position: SnapshotPosition;
  readonly slotIndex: number;
  readonly taken: ReadonlySet<BookingId>;
  readonly circumstances: Circumstances;
};

type SlotOutcome = { readonly winner: Winner | null; readonly trace: SlotTrace | null };

function decideSlot(task: SlotTask): SlotOutcome {
  const { snapshot, position, slotIndex, circumstances } = task;
  const { nowMs, seed, explain } = circumstances;
  const moment: Moment = { nowMs, local: position.clock.momentAt(nowMs), taken: task.taken };
  const eligible: Candidate[] = [];
  const weights: number[] = [];
  const refusals = explain ? new Map<Candidate, Rule>() : null;
  const asked = explain ? allCandidates(position) : position.candidates;
  for (const candidate of asked) {
    const rule = refusingRule(candidate, moment, explain ? rules : momentRules);
    if (rule === null) {
      eligible.push(candidate);
      weights.push(candidateWeight(snapshot, candidate, nowMs));
    } else {
      refusals?.set(candidate, rule);
    }
  }
  const draw = eligible.length === 0 ? null : drawTicket(seed, slotIndex, 'booking');
  const chosen = draw === null ? undefined : eligible[pickByTicket(weights, draw, drawSpace)];
  const slotName = position.row.slotName;
  const winner = chosen === undefined ? null : { slotName, position, ad: rotate(chosen, task) };
  if (refusals === null) return { winner, trace: null };
  const wins = eligibleTraces(eligible, weights, chosen);
  const candidates = asked.map((candidate) => {
    const rule = refusals.get(candidate);
    return rule === undefined ? (wins.get(candidate) as CandidateTrace) : refusalTrace(candidate, rule, moment);
  });
  return { winner, trace: { slotName, known: true, candidates, draw } };
}

/** Inside a booking the creatives take turns by weight, by a draw of their own. Source: product decisions 5.2. */
function rotate(candidate: Candidate, { slotIndex, circumstances }: SlotTask): SnapshotAd {
  const ads = runningAds(candidate, circumstances.nowMs);
  if (ads.length === 1) return ads[0] as SnapshotAd;
  const weights = ads.map((ad) => ad.row.weight);
  const index = pickByTicket(weights, drawTicket(circumstances.seed, slotIndex, 'creative'), drawSpace);
  return ads[index] as SnapshotAd;
}

function allCandidates(position: SnapshotPosition): readonly Candidate[] {
  return [...position.candidates, ...position.barred].sort((a, b) => a.bookingIndex - b.bookingIndex);
}

function eligibleTraces(
  eligible: readonly Candidate[],
  weights: readonly number[],
  chosen: Candidate | undefined,
): ReadonlyMap<Candidate, CandidateTrace> {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const bounds = ticketBounds(weights, drawSpace);
  return new Map(
    eligible.map((candidate, index) => [
      candidate,
      {
        bookingId: candidate.booking.id,
        eligible: true,
        share: (weights[index] as number) / total,
        fromTicket: index === 0 ? 0 : (bounds[index - 1] as number),
        toTicket: bounds[index] as number,
        won: candidate === chosen,
      },
    ]),
  );
}

function refusalTrace(candidate: Candidate, rule: Rule, moment: Moment): CandidateTrace {
  return {
    bookingId: candidate.booking.id,
    eligible: false,
    reason: rule.reason,
    expected: rule.expected(candidate),
    actual: rule.actual(candidate, moment),
  };
}

/** No position has this name, or the request named it before. */
function emptyTrace(snapshot: Snapshot, slotName: string): SlotTrace {
  return { slotName, known: snapshot.positionBySlotName.has(slotName), candidates: [], draw: null };
}
