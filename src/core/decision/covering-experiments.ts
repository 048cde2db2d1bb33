import { bucketsOf, isHeldOut } from '../rotation/experiment.ts';
import type { ExperimentTerms, PlannedRotations } from '../rotation/planned-rotation.ts';
import type { InventoryNode, Snapshot, SnapshotPosition } from '../snapshot/snapshot.ts';
import type { BookingId } from '../vocabulary/ids.ts';
import type { AdRequest } from './ad-request.ts';

/** A booking with an experiment. */
export type CoveringExperiment = { readonly bookingId: BookingId; readonly experiment: ExperimentTerms };

type NodeExperiments = ReadonlyMap<InventoryNode, readonly CoveringExperiment[]>;

type Kept = { readonly snapshot: Snapshot; readonly changeCount: number; readonly byNode: NodeExperiments };

const none: readonly CoveringExperiment[] = [];

/** A plan is replaced and never modified. */
const keptByPlan = new WeakMap<PlannedRotations, Kept>();

/**
 * Returns the bookings whose holdout contains the viewer of a request, among those that cover its positions; null: none.
 * The viewer is hashed once, and experiments of other positions cost nothing.
 */
export function heldOutBookings(
  snapshot: Snapshot,
  { slots, context }: Pick<AdRequest, 'slots' | 'context'>,
  rotations: PlannedRotations,
): ReadonlySet<BookingId> | null {
  // Most deployments have no experiment, and the viewer of most requests is unknown.
  if (rotations.size === 0) return null;
  const bucketFor = bucketsOf(context);
  if (bucketFor === null) return null;
  let heldOut: Set<BookingId> | null = null;
  for (let index = 0; index < slots.length; index += 1) {
    const slotName = slots[index]?.slotName ?? '';
    // Further slots of a stack have the position of the first.
    if (slotName === slots[index - 1]?.slotName) continue;
    const position = snapshot.positionBySlotName.get(slotName) ?? null;
    for (const { bookingId, experiment } of experimentsAt(snapshot, rotations, position)) {
      const bucket = experiment.holdoutPercent === 0 ? null : bucketFor(bookingId);
      if (bucket === null || !isHeldOut(bucket, experiment)) continue;
      heldOut ??= new Set();
      heldOut.add(bookingId);
    }
  }
  return heldOut;
}

/** Returns the bookings of a position that have an experiment. @param position null: a slot without a position */
export function experimentsAt(
  snapshot: Snapshot,
  rotations: PlannedRotations,
  position: SnapshotPosition | null,
): readonly CoveringExperiment[] {
  const byNode = experimentsByNode(snapshot, rotations);
  if (position === null || byNode.size === 0) return none;
  let found = none;
  for (const node of position.nodes) {
    const here = byNode.get(node);
    if (here !== undefined) found = found.length === 0 ? here : [...found, ...here];
  }
  return found;
}

/** Returns the experiments by inventory node of their bookings. Computed again when the plan or the snapshot changes. */
function experimentsByNode(snapshot: Snapshot, rotations: PlannedRotations): NodeExperiments {
  const kept = keptByPlan.get(rotations);
  if (kept?.snapshot === snapshot && kept.changeCount === snapshot.changeCount) return kept.byNode;
  const byNode = new Map<InventoryNode, CoveringExperiment[]>();
  for (const { bookingId: id, experiment } of rotations.values()) {
    const bookingId = id as BookingId;
    const booking = experiment === undefined ? undefined : snapshot.bookingById.get(bookingId);
    if (experiment === undefined || booking === undefined) continue;
    for (const node of booking.nodes) {
      const others = byNode.get(node);
      if (others === undefined) byNode.set(node, [{ bookingId, experiment }]);
      else others.push({ bookingId, experiment });
    }
  }
  keptByPlan.set(rotations, { snapshot, changeCount: snapshot.changeCount, byNode });
  return byNode;
}
