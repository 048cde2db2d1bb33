/*
 * Pacing as pure functions: what changes between two snapshots.
 *
 * - `delivery-state.ts`: typed arrays with an entry per booking, read by a decision.
 * - `plan-claims.ts`, `pacing-step.ts`, `front-loading.ts`: how much of its requests a goal claims next.
 * - `traffic-curve.ts`, `daily-curve.ts`, `back-test.ts`: expected requests, and how good the expectation was.
 * - `frequency-cap.ts`, `cap-table.ts`: counts per viewer and booking.
 *
 * `worker/pace` calls the planning, `delivery/decide/pacing` follows the plan. See docs/internals/pacing.md.
 */

import { drawSpace } from '../decision/draw/random.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { BookingId } from '../words/ids.ts';
import { capTableSlots } from '../words/limits.ts';
import { type CapTable, copyCapTable, createCapTable } from './cap-table.ts';

/**
 * What changes between two revisions and decides who may take part: one entry for each place of a snapshot's bookings, by
 * `bookingIndex`. A change is one store, seen by the next request; equal state gives an equal decision. It follows a
 * snapshot: `followSnapshot` comes after every change of it, before the next decision.
 * Source: product decisions 5.3; docs/decisions/0012-delivery-state.md.
 */
export type DeliveryState = {
  /**
   * Entry b, 0 to `drawSpace`, whole: of `drawSpace` tickets, with how many a slot asks booking b. For `even` and `asap`
   * the part of its eligible requests that it claims; for `share` and `fill` normally all.
   */
  acceptance: Float64Array;
  /** Entry b: place in `stops`; a stopped booking takes no part. */
  stopped: Uint8Array;
  /**
   * Entry b: what `share_of_voice` booking b was asked and did not win, in basis points of one slot; below 0 it is ahead.
   * Kept by the decisions themselves.
   */
  voiceDebts: Int32Array;
  readonly caps: CapTable;
  /** How many of the snapshot's `bookingResets` were followed. */
  resets: number;
};

/** Why a booking is stopped; the first is not stopped. */
export const stops = ['running', 'GOAL_REACHED', 'BUDGET_SPENT'] as const;

/** The state of a snapshot's bookings at its start. */
export function createDeliveryState(snapshot: Snapshot, caps = createCapTable(capTableSlots)): DeliveryState {
  const state: DeliveryState = {
    acceptance: new Float64Array(0),
    stopped: new Uint8Array(0),
    voiceDebts: new Int32Array(0),
    caps,
    resets: 0,
  };
  followSnapshot(state, snapshot);
  return state;
}

/**
 * Makes room for every booking of a changed snapshot. Who is new, or delivers in another way than before, begins as at the
 * start: not stopped, and `even` and `asap` claim nothing until a plan says how much. Everybody else stays as it is.
 */
export function followSnapshot(state: DeliveryState, snapshot: Snapshot): void {
  const { bookingById, bookingResets, bookingSlots } = snapshot;
  if (state.stopped.length < bookingSlots) grow(state, bookingSlots + (bookingSlots >> 3));
  for (; state.resets < bookingResets.length; state.resets += 1) {
    const booking = bookingById.get(bookingResets[state.resets] as BookingId);
    if (booking === undefined) continue;
    const { bookingIndex } = booking;
    const { method } = booking.row.delivery;
    state.acceptance[bookingIndex] = method === 'even' || method === 'asap' ? 0 : drawSpace;
    state.stopped[bookingIndex] = 0;
    state.voiceDebts[bookingIndex] = 0;
  }
}

/** The same knowledge for another snapshot of the same bookings, as one that was built anew. */
export function moveToSnapshot(state: DeliveryState, before: Snapshot, snapshot: Snapshot): DeliveryState {
  const moved = createDeliveryState(snapshot, state.caps);
  for (const { row, bookingIndex } of snapshot.bookingById.values()) {
    const known = before.bookingById.get(row.id);
    if (known === undefined || !deliversAlike(known.row.delivery, row.delivery)) continue;
    moved.acceptance[bookingIndex] = state.acceptance[known.bookingIndex] as number;
    moved.stopped[bookingIndex] = state.stopped[known.bookingIndex] as number;
    moved.voiceDebts[bookingIndex] = state.voiceDebts[known.bookingIndex] as number;
  }
  return moved;
}

/** A state of its own, for an explanation, which must not change what it explains. */
export function copyDeliveryState({ acceptance, stopped, voiceDebts, caps, resets }: DeliveryState): DeliveryState {
  return {
    acceptance: acceptance.slice(),
    stopped: stopped.slice(),
    voiceDebts: voiceDebts.slice(),
    caps: copyCapTable(caps),
    resets,
  };
}

function grow(state: DeliveryState, size: number): void {
  state.acceptance = enlarged(state.acceptance, new Float64Array(size));
  state.stopped = enlarged(state.stopped, new Uint8Array(size));
  state.voiceDebts = enlarged(state.voiceDebts, new Int32Array(size));
}

function enlarged<List extends Float64Array | Uint8Array | Int32Array>(from: List, into: List): List {
  into.set(from);
  return into;
}

function deliversAlike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
