/*
 * Pacing as pure functions: the state that changes between two snapshots.
 *
 * - `delivery-state.ts`: typed arrays with an entry per booking, read by a decision.
 * - `plan-claims.ts`, `pacing-step.ts`, `front-loading.ts`: the next claim of a goal.
 * - `traffic-curve.ts`, `daily-curve.ts`, `back-test.ts`: expected requests, and the accuracy of the expectation.
 * - `frequency-cap.ts`, `cap-table.ts`: counts per viewer and booking.
 *
 * `worker/pace` calls the planning. `delivery/decide/pacing` follows the plan. See docs/internals/pacing.md.
 */

import { drawSpace } from '../decision/draw/random.ts';
import { noRotations, type PlannedRotations } from '../rotation/planned-rotation.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { BookingDelivery } from '../snapshot/snapshot-rows.ts';
import type { BookingId } from '../vocabulary/ids.ts';
import { capTableSlots } from '../vocabulary/limits/delivery-limits.ts';
import { type CapTable, copyCapTable, createCapTable } from './cap-table.ts';

/**
 * State that changes between two revisions and affects eligibility: one entry per booking of a snapshot, by
 * `bookingIndex`. A change is one store and is visible to the next request. Equal state gives an equal decision. Call
 * `followSnapshot` after every change of the snapshot, before the next decision. Source: product decisions 5.3;
 * docs/decisions/0012-delivery-state.md.
 */
export type DeliveryState = {
  /**
   * Entry b, integer, 0 to `drawSpace`: the number of tickets with which a slot admits booking b. For `even` and `asap`
   * the claimed part of its eligible requests. For `share` and `fill` normally all.
   */
  acceptance: Float64Array;
  /** Entry b: index in `stops`. A stopped booking is not eligible. */
  stopped: Uint8Array;
  /**
   * Entry b: requests owed to `share_of_voice` booking b, in basis points of one slot; negative: ahead. Updated by
   * decisions.
   */
  voiceDebts: Int32Array;
  readonly caps: CapTable;
  /** Weights of bookings with optimized rotation, by booking ID. Replaced as a whole by a plan. */
  rotations: PlannedRotations;
  /** Number of `bookingResets` of the snapshot that were applied. */
  resets: number;
};

/** Reasons why a booking is stopped. The first means running. */
export const stops = ['running', 'GOAL_REACHED', 'BUDGET_SPENT'] as const;

/** Creates the initial state for the bookings of a snapshot. */
export function createDeliveryState(snapshot: Snapshot, caps = createCapTable(capTableSlots)): DeliveryState {
  const state: DeliveryState = {
    acceptance: new Float64Array(0),
    stopped: new Uint8Array(0),
    voiceDebts: new Int32Array(0),
    caps,
    rotations: noRotations,
    resets: 0,
  };
  followSnapshot(state, snapshot);
  return state;
}

/**
 * Adapts the state to a changed snapshot. Bookings that are new or whose delivery method changed are reset: not
 * stopped, and no requests until the next plan if they depend on it (`awaitsPlan`). All other bookings keep their state.
 */
export function followSnapshot(state: DeliveryState, snapshot: Snapshot): void {
  const { bookingById, bookingResets, bookingSlots } = snapshot;
  if (state.stopped.length < bookingSlots) {
    const isNew = state.stopped.length === 0;
    grow(state, bookingSlots + (bookingSlots >> 3));
    if (isNew) acceptImage(state.acceptance, snapshot);
  }
  for (; state.resets < bookingResets.length; state.resets += 1) {
    const booking = bookingById.get(bookingResets[state.resets] as BookingId);
    if (booking === undefined) continue;
    const { bookingIndex } = booking;
    state.acceptance[bookingIndex] = awaitsPlan(booking.row.delivery) ? 0 : drawSpace;
    state.stopped[bookingIndex] = 0;
    state.voiceDebts[bookingIndex] = 0;
  }
}

/**
 * Reports whether a booking receives no requests before a plan: its claim, or the rest of its budget, is only known to the
 * plan. Bookings with a share of voice have no acceptance.
 */
export function awaitsPlan(delivery: BookingDelivery): boolean {
  if (delivery.method === 'share_of_voice') return false;
  return delivery.method === 'even' || delivery.method === 'asap' || limitsSpend(delivery);
}

/** Reports whether a booking stops when an amount of money is spent. */
function limitsSpend(delivery: BookingDelivery): boolean {
  if (delivery.hasBudget === true) return true;
  return delivery.method !== 'share_of_voice' && delivery.goal?.kind === 'spend';
}

/** Transfers the state to another snapshot of the same bookings, for example a rebuilt one. */
export function moveToSnapshot(state: DeliveryState, before: Snapshot, snapshot: Snapshot): DeliveryState {
  const moved = createDeliveryState(snapshot, state.caps);
  moved.rotations = state.rotations;
  for (const id of idsWithState(state, before)) {
    const known = before.bookingById.get(id);
    const booking = snapshot.bookingById.get(id);
    if (known === undefined || booking === undefined) continue;
    if (!deliversAlike(known.row.delivery, booking.row.delivery)) continue;
    const { bookingIndex } = booking;
    moved.acceptance[bookingIndex] = state.acceptance[known.bookingIndex] as number;
    moved.stopped[bookingIndex] = state.stopped[known.bookingIndex] as number;
    moved.voiceDebts[bookingIndex] = state.voiceDebts[known.bookingIndex] as number;
  }
  return moved;
}

/**
 * Returns the bookings that may have another state than in a new process. Bookings of an image are compared without
 * decoding them.
 */
function idsWithState(
  { acceptance, stopped, voiceDebts }: DeliveryState,
  { bookingById, plannedBookings }: Snapshot,
): readonly BookingId[] {
  const ids = [...bookingById.own.keys()];
  for (let index = 0; index < plannedBookings.length; index += 1) {
    const initial = plannedBookings[index] === 1 ? 0 : drawSpace;
    if (acceptance[index] === initial && stopped[index] === 0 && voiceDebts[index] === 0) continue;
    const id = bookingById.baseIdAt(index);
    if (id !== null) ids.push(id);
  }
  return ids;
}

/** Sets the acceptance of the bookings of an image as in a new process. A million take a few milliseconds. */
function acceptImage(acceptance: Float64Array, { plannedBookings }: Pick<Snapshot, 'plannedBookings'>): void {
  acceptance.fill(drawSpace, 0, plannedBookings.length);
  for (let index = plannedBookings.indexOf(1); index !== -1; index = plannedBookings.indexOf(1, index + 1)) {
    acceptance[index] = 0;
  }
}

/** Copies the state for an explanation, which must not change the original. */
export function copyDeliveryState(state: DeliveryState): DeliveryState {
  const { acceptance, stopped, voiceDebts, caps, rotations, resets } = state;
  return {
    acceptance: acceptance.slice(),
    stopped: stopped.slice(),
    voiceDebts: voiceDebts.slice(),
    caps: copyCapTable(caps),
    rotations,
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
