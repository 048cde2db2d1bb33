import { drawSpace } from '../decision/random.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { capTableSlots } from '../words/limits.ts';
import { type CapTable, createCapTable } from './cap-table.ts';

/**
 * What changes between two snapshots and decides who may take part: one entry for each booking of a snapshot, by
 * `bookingIndex`. A change is one store, seen by the next request. Everything else of a decision is immutable; equal state
 * gives an equal decision.
 * Source: product decisions 5.3; docs/decisions/0012-delivery-state.md.
 */
export type DeliveryState = {
  /**
   * Entry b, 0 to `drawSpace`, whole: of `drawSpace` tickets, with how many a slot asks booking b. For `even` and `asap`
   * the part of its eligible requests that it claims; for `share` and `fill` normally all.
   */
  readonly acceptance: Float64Array;
  /** Entry b: place in `stops`; a stopped booking takes no part. */
  readonly stopped: Uint8Array;
  /**
   * Entry b: what `share_of_voice` booking b was asked and did not win, in basis points of one slot; below 0 it is ahead.
   * Kept by the decisions themselves.
   */
  readonly voiceDebts: Int32Array;
  readonly caps: CapTable;
};

/** Why a booking is stopped; the first is not stopped. */
export const stops = ['running', 'GOAL_REACHED', 'BUDGET_SPENT'] as const;

/**
 * The state of a snapshot's bookings at its start: nobody is stopped, `even` and `asap` claim nothing until a plan says
 * how much.
 * @param before state of an earlier snapshot; what it says of bookings that are still there is carried over
 */
export function createDeliveryState(
  snapshot: Snapshot,
  before?: { readonly snapshot: Snapshot; readonly state: DeliveryState },
): DeliveryState {
  const count = snapshot.bookingById.size;
  const state: DeliveryState = {
    acceptance: new Float64Array(count),
    stopped: new Uint8Array(count),
    voiceDebts: new Int32Array(count),
    caps: before?.state.caps ?? createCapTable(capTableSlots),
  };
  const placeBefore = new Map([...(before?.snapshot.bookingById.keys() ?? [])].map((id, index) => [id, index]));
  let index = 0;
  for (const { id, delivery } of snapshot.bookingById.values()) {
    const claims = delivery?.method === 'even' || delivery?.method === 'asap';
    const place = placeBefore.get(id);
    state.acceptance[index] = place === undefined ? (claims ? 0 : drawSpace) : at(before?.state.acceptance, place);
    state.stopped[index] = place === undefined ? 0 : at(before?.state.stopped, place);
    state.voiceDebts[index] = place === undefined ? 0 : at(before?.state.voiceDebts, place);
    index += 1;
  }
  return state;
}

/** A state of its own, for an explanation, which must not change what it explains. */
export function copyDeliveryState({ acceptance, stopped, voiceDebts, caps }: DeliveryState): DeliveryState {
  return {
    acceptance: acceptance.slice(),
    stopped: stopped.slice(),
    voiceDebts: voiceDebts.slice(),
    caps: {
      keys: caps.keys.slice(),
      windows: caps.windows.slice(),
      counts: caps.counts.slice(),
      expiries: caps.expiries.slice(),
    },
  };
}

function at(values: ArrayLike<number> | undefined, place: number): number {
  return values?.[place] ?? 0;
}
