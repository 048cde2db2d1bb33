import { drawSpace } from '../../../src/core/decision/draw/random.ts';
import { createCapTable } from '../../../src/core/pacing/cap-table.ts';
import { createDeliveryState, type DeliveryState, stops } from '../../../src/core/pacing/delivery-state.ts';
import type { Snapshot } from '../../../src/core/snapshot/snapshot.ts';
import type { BookingId } from '../../../src/core/vocabulary/ids.ts';
import { createReferenceState, type ReferenceState } from '../reference/reference-state.ts';
import type { StateBefore } from './case-rows.ts';

/** Small, because a case has few viewers and its state is often created and copied. */
const viewerSlots = 1024;

/** Returns the delivery state of a case. */
export function stateOfCase(
  snapshot: Snapshot,
  { asked, stopped, owed, rotations, experiments }: StateBefore = {},
): DeliveryState {
  const state = createDeliveryState(snapshot, createCapTable(viewerSlots));
  for (const [id, part] of Object.entries(asked ?? {}))
    state.acceptance[bookingIndexOf(snapshot, id)] = ticketsOf(part);
  for (const [id, reason] of Object.entries(stopped ?? {}))
    state.stopped[bookingIndexOf(snapshot, id)] = stops.indexOf(reason);
  for (const [id, points] of Object.entries(owed ?? {})) state.voiceDebts[bookingIndexOf(snapshot, id)] = points;
  state.rotations = new Map(
    Object.keys({ ...rotations, ...experiments }).map((id) => {
      const experiment = experiments?.[id];
      const weights = numbersOf(rotations?.[id] ?? {});
      const terms = experiment === undefined ? {} : { experiment };
      return [Number(id), { bookingId: Number(id), planNumber: casePlan, weights, ...terms }];
    }),
  );
  return state;
}

/** Returns the same state for the reference implementation. */
export function referenceStateOfCase({
  asked,
  stopped,
  owed,
  rotations,
  experiments,
}: StateBefore = {}): ReferenceState {
  const state = createReferenceState();
  for (const [id, part] of Object.entries(asked ?? {})) state.asked.set(Number(id), BigInt(ticketsOf(part)));
  for (const [id, reason] of Object.entries(stopped ?? {})) state.stopped.set(Number(id), reason);
  for (const [id, points] of Object.entries(owed ?? {})) state.owed.set(Number(id), points);
  for (const [id, weights] of Object.entries(rotations ?? {})) state.rotations.set(Number(id), numbersOf(weights));
  for (const [id, experiment] of Object.entries(experiments ?? {})) state.experiments.set(Number(id), experiment);
  return state;
}

/** Number of the plan that computed the weights of a case. */
const casePlan = 7;

function numbersOf(weights: Readonly<Record<string, number>>): ReadonlyMap<number, number> {
  return new Map(Object.entries(weights).map(([adId, weight]) => [Number(adId), weight]));
}

function ticketsOf(part: number): number {
  return Math.round(part * drawSpace);
}

/** Returns the index of a booking in the tables of a delivery state. */
export function bookingIndexOf(snapshot: Snapshot, bookingId: string): number {
  const booking = snapshot.bookingById.get(Number(bookingId) as BookingId);
  if (booking === undefined) throw new Error(`The case has no booking ${bookingId}`);
  return booking.bookingIndex;
}
