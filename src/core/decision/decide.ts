/*
 * The decision: chooses the winning ad of each slot of a request.
 *
 * - `decide.ts` is the only entry point. It loops over the slots and calls the folders below.
 * - `covering-experiments.ts`: experiments of the requested positions. `ghosts-of.ts`: ads that a viewer in the holdout of an experiment would have seen.
 * - `tables/`: the members of a position in an hour. `draw/`: claims, shares and random numbers.
 * - `roadblock/`: bookings that take several slots together.
 * - `rules/`: why a booking is not eligible. `explain/`: traces, and replay of a recorded decision.
 *
 * Input: snapshot, request, time, seed, delivery state. Output: winners and optionally a trace of every candidate.
 * Equal arguments give an equal result. See docs/internals/decision.md.
 */

import { copyDeliveryState, type DeliveryState } from '../pacing/delivery-state.ts';
import { noteShown } from '../pacing/frequency-cap.ts';
import type { Candidate, Snapshot } from '../snapshot/snapshot.ts';
import type { AdRequest, RequestedSlot } from './ad-request.ts';
import { heldOutBookings } from './covering-experiments.ts';
import type { Circumstances, Decide, Decision, SlotTrace, Winner } from './decision.ts';
import type { DrawChoice } from './draw/choice.ts';
import { chooseFromPool } from './draw/choose.ts';
import { chooseClaim, claimantOf, creditVoices } from './draw/claims.ts';
import { PriorWinners } from './draw/prior-winners.ts';
import { rotate } from './draw/rotate.ts';
import { createDrawRecord, type Explained, explainSlot } from './explain/explain.ts';
import { DecidedPage } from './roadblock/decided-page.ts';
import { viewerOf } from './rules/delivery-rules.ts';
import { isRoadblock } from './rules/roadblock-rules.ts';
import type { EvaluationContext } from './rules/rule.ts';
import { contextOfSlot, isRepeatedSlot, type RequestTask, type SlotInputs } from './slot-context.ts';
import { hourTablesOf, poolTableOf } from './tables/hour-tables.ts';
import { memberAt, noMember } from './tables/member-arena.ts';

/**
 * Chooses an ad for each slot of a request: filters the bookings of the position, draws one by its share, and rotates
 * its creatives by weight. Slots are decided in order, and a booking wins at most one of them, except for roadblocks. A repeated slot name
 * counts as one slot: later occurrences win nothing unless they request further ads of it. Equal arguments give an
 * equal decision, byte for byte. Source: product decisions 5.
 */
export const decide: Decide = (snapshot: Snapshot, request: AdRequest, circumstances: Circumstances): Decision => {
  const { slots } = request;
  const winners: (Winner | null)[] = [];
  const traces: SlotTrace[] = [];
  const taken = new PriorWinners();
  let stackFrom = 0;
  const task: RequestTask = {
    snapshot,
    tables: hourTablesOf(snapshot),
    request,
    taken,
    state: stateOf(circumstances),
    reading: circumstances.reading ?? { ofAll: null },
    circumstances,
    heldOut: heldOutOf(snapshot, request, circumstances),
  };
  const page = new DecidedPage(task, winners);
  for (let slotIndex = 0; slotIndex < slots.length; slotIndex += 1) {
    const { slotName, isFurther } = slots[slotIndex] as RequestedSlot;
    // A stack ends with the first slot that has no winner.
    const isOver = isFurther === true ? winners[slotIndex - 1] === null : isRepeatedSlot(slots, slotIndex);
    if (isFurther !== true) stackFrom = taken.count;
    const position = isOver ? undefined : snapshot.positionBySlotName.get(slotName);
    const outcome = position === undefined ? null : decideSlot(task, page, { position, slotIndex, taken, stackFrom });
    const winner = outcome?.winner ?? null;
    winners.push(winner);
    if (winner !== null && slotIndex < slots.length - 1) {
      taken.add(winner.ad, request.terms?.breakTime?.durationMs(winner.ad));
    }
    if (circumstances.explain) traces.push(outcome?.trace ?? emptyTrace(snapshot, slotName));
  }
  return { revision: snapshot.revision, nowMs: circumstances.nowMs, seed: circumstances.seed, winners, traces };
};

/** An explanation repeats a decision and must not change the state. A decision that only reads needs no copy. */
function stateOf({ state, explain, readsOnly }: Circumstances): DeliveryState | null {
  if (state === undefined) return null;
  return explain && readsOnly !== true ? copyDeliveryState(state) : state;
}

function heldOutOf(
  snapshot: Snapshot,
  request: AdRequest,
  { heldOut, state }: Circumstances,
): ReadonlySet<number> | null {
  if (heldOut !== undefined) return heldOut;
  return state === undefined ? null : heldOutBookings(snapshot, request, state.rotations);
}

type SlotOutcome = { readonly winner: Winner | null; readonly trace: SlotTrace | null };

function decideSlot(task: RequestTask, page: DecidedPage, inputs: Omit<SlotInputs, 'page'>): SlotOutcome {
  const { snapshot, request, state, circumstances } = task;
  const { position, slotIndex } = inputs;
  const moment = contextOfSlot(task, { ...inputs, page });
  const record = circumstances.explain ? createDrawRecord() : null;
  const held = page.heldBy(slotIndex);
  const choice = held === null ? drawSlot(task, { moment, observer: record }) : holdSlot(task, moment, held);
  const { chosen } = choice;
  // The requested name equals that of the position. This avoids reading the row of the position.
  const { slotName } = request.slots[slotIndex] as RequestedSlot;
  const winner =
    chosen === null
      ? null
      : { slotName, position, ad: rotate(chosen, moment), ...(held !== null && { byRoadblock: true as const }) };
  const trace =
    record === null ? null : explainSlot({ bookingById: snapshot.bookingById, position, moment, record, ...choice });
  if (chosen !== null) {
    if (held === null && isRoadblock(chosen.booking)) page.hold(chosen, moment);
    if (state !== null && chosen.isCapped && circumstances.readsOnly !== true)
      noteShown(state.caps, chosen.booking, viewerOf(moment));
  }
  return { winner, trace };
}

/** How a slot was decided, with the last pool that was drawn from. */
type SlotChoice = Pick<Explained, 'chosen' | 'pool' | 'tier' | 'by'>;

/** Chooses the claim that is due, else a booking that shares the slot, else one that fills it. */
function drawSlot({ tables, state, circumstances: { nowMs, readsOnly } }: RequestTask, choice: DrawChoice): SlotChoice {
  const { moment } = choice;
  const shared = poolTableOf(tables, moment.position, nowMs, 'candidates');
  const { claims } = shared;
  const claimed =
    state === null || claims === null
      ? null
      : readsOnly === true
        ? claimantOf(claims, { moment, state })
        : chooseClaim(claims, { moment, state });
  if (claimed !== null) return { chosen: claimed, pool: shared, tier: 'candidates', by: 'claim' };
  const sharing = chooseFromPool(shared, choice);
  if (sharing !== noMember) {
    return { chosen: memberAt(shared.arena, sharing), pool: shared, tier: 'candidates', by: 'draw' };
  }
  const pool = poolTableOf(tables, moment.position, nowMs, 'fill');
  const filling = chooseFromPool(pool, choice);
  const chosen = filling === noMember ? null : memberAt(pool.arena, filling);
  return { chosen, pool, tier: 'fill', by: 'draw' };
}

/** Gives a slot to the roadblock that won an earlier one. */
function holdSlot(
  { tables, state, circumstances: { nowMs, readsOnly } }: RequestTask,
  moment: EvaluationContext,
  chosen: Candidate,
): SlotChoice {
  const pool = poolTableOf(tables, moment.position, nowMs, 'candidates');
  if (state !== null && pool.claims !== null && readsOnly !== true) creditVoices(pool.claims, { moment, state });
  return { chosen, pool, tier: 'candidates', by: 'roadblock' };
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
