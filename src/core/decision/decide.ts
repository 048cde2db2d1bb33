/*
 * The decision: chooses the winning ad of each slot of a request.
 *
 * - `decide.ts` is the only entry point. It loops over the slots and calls the folders below.
 * - `tables/`: the members of a position in an hour. `draw/`: claims, shares and random numbers.
 * - `rules/`: why a booking is not eligible. `explain/`: traces, and replay of a recorded decision.
 *
 * Input: snapshot, request, time, seed, delivery state. Output: winners and optionally a trace of every candidate.
 * Equal arguments give an equal result. See docs/internals/decision.md.
 */

import { copyDeliveryState, type DeliveryState } from '../pacing/delivery-state.ts';
import { noteShown } from '../pacing/frequency-cap.ts';
import type { Snapshot, SnapshotPosition } from '../snapshot/snapshot.ts';
import { laterMoment } from '../time/local-time.ts';
import type { AdRequest, RequestedSlot } from './ad-request.ts';
import type { Circumstances, Decide, Decision, SlotTrace, Winner } from './decision.ts';
import { chooseFromPool } from './draw/choose.ts';
import { chooseClaim } from './draw/claims.ts';
import { PriorWinners } from './draw/prior-winners.ts';
import { rotate } from './draw/rotate.ts';
import { createDrawRecord, explainSlot } from './explain/explain.ts';
import { viewerOf } from './rules/delivery-rules.ts';
import type { EvaluationContext, RequestReading } from './rules/rule.ts';
import { type HourTables, hourTablesOf, poolTableOf } from './tables/hour-tables.ts';
import { memberAt, noMember } from './tables/member-arena.ts';
import type { Tier } from './tables/tier.ts';

/**
 * Chooses an ad for each slot of a request: filters the bookings of the position, draws one by its share, and rotates
 * its creatives by weight. Slots are decided in order, and a booking wins at most one of them. A repeated slot name
 * counts as one slot: later occurrences win nothing unless they request further ads of it. Equal arguments give an
 * equal decision, byte for byte. Source: product decisions 5.
 */
export const decide: Decide = (snapshot: Snapshot, request: AdRequest, circumstances: Circumstances): Decision => {
  const { slots } = request;
  const winners: (Winner | null)[] = [];
  const traces: SlotTrace[] = [];
  const taken = new PriorWinners();
  let stackFrom = 0;
  const ofAll = {
    snapshot,
    tables: hourTablesOf(snapshot),
    request,
    taken,
    state: stateOf(circumstances),
    reading: circumstances.reading ?? { ofAll: null },
    circumstances,
  };
  for (let slotIndex = 0; slotIndex < slots.length; slotIndex += 1) {
    const { slotName, isFurther } = slots[slotIndex] as RequestedSlot;
    // A stack ends with the first slot that has no winner.
    const isOver = isFurther === true ? winners[slotIndex - 1] === null : isRepeated(slots, slotIndex);
    if (isFurther !== true) stackFrom = taken.count;
    const position = isOver ? undefined : snapshot.positionBySlotName.get(slotName);
    const outcome = position === undefined ? null : decideSlot(ofAll, position, slotIndex, stackFrom);
    const winner = outcome?.winner ?? null;
    winners.push(winner);
    if (winner !== null && slotIndex < slots.length - 1) {
      taken.add(winner.ad, request.terms?.breakTime?.durationMs(winner.ad));
    }
    if (circumstances.explain) traces.push(outcome?.trace ?? emptyTrace(snapshot, slotName));
  }
  return { revision: snapshot.revision, nowMs: circumstances.nowMs, seed: circumstances.seed, winners, traces };
};

/** An explanation repeats a decision and must not change the state. */
function stateOf({ state, explain }: Circumstances): DeliveryState | null {
  if (state === undefined) return null;
  return explain ? copyDeliveryState(state) : state;
}

/** Reports whether an earlier slot has the same name. A request has too few slots for a Set to be faster. */
function isRepeated(slots: readonly RequestedSlot[], slotIndex: number): boolean {
  const { slotName } = slots[slotIndex] as RequestedSlot;
  for (let earlier = 0; earlier < slotIndex; earlier += 1) {
    if (slots[earlier]?.slotName === slotName) return true;
  }
  return false;
}

/** Inputs common to all slots of a request. */
type RequestTask = {
  readonly snapshot: Snapshot;
  readonly tables: HourTables;
  readonly request: AdRequest;
  readonly taken: PriorWinners;
  readonly state: DeliveryState | null;
  readonly reading: RequestReading;
  readonly circumstances: Circumstances;
};

type SlotOutcome = { readonly winner: Winner | null; readonly trace: SlotTrace | null };

function decideSlot(task: RequestTask, position: SnapshotPosition, slotIndex: number, stackFrom: number): SlotOutcome {
  const { snapshot, tables, request, taken, state, reading, circumstances } = task;
  const { nowMs, seed, explain } = circumstances;
  const moment: EvaluationContext = {
    nowMs,
    local: laterMoment(position.clock, nowMs),
    taken,
    stackFrom,
    position,
    targeting: snapshot.targeting,
    request,
    slotIndex,
    seed,
    state,
    reading,
    facts: null,
  };
  const record = explain ? createDrawRecord() : null;
  const choice = { moment, observer: record };
  let tier: Tier = 'candidates';
  let pool = poolTableOf(tables, position, nowMs, tier);
  const { claims } = pool;
  const claimed = state === null || claims === null ? null : chooseClaim(claims, { moment, state });
  let memberIndex = claimed === null ? chooseFromPool(pool, choice) : noMember;
  if (claimed === null && memberIndex === noMember) {
    tier = 'fill';
    pool = poolTableOf(tables, position, nowMs, tier);
    memberIndex = chooseFromPool(pool, choice);
  }
  // The requested name equals that of the position. This avoids reading the row of the position.
  const { slotName } = request.slots[slotIndex] as RequestedSlot;
  const chosen = memberIndex === noMember ? claimed : memberAt(pool.arena, memberIndex);
  const winner = chosen === null ? null : { slotName, position, ad: rotate(chosen, moment) };
  const byClaim = claimed !== null;
  const trace =
    record === null
      ? null
      : explainSlot({ bookingById: snapshot.bookingById, position, pool, tier, byClaim, moment, chosen, record });
  if (state !== null && chosen?.isCapped) noteShown(state.caps, chosen.booking, viewerOf(moment));
  return { winner, trace };
}

/** Used if no position has this name or an earlier slot requested it. */
function emptyTrace(snapshot: Snapshot, slotName: string): SlotTrace {
  return {
    slotName,
    known: snapshot.positionBySlotName.has(slotName),
    candidates: [],
    draw: null,
    trials: [],
    decidedBy: null,
    rotation: null,
  };
}
