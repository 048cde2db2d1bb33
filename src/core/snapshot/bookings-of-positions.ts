import type { BookingId } from '../vocabulary/ids.ts';
import type { OpenCandidateList } from './candidate-list.ts';
import type { InventoryNodes, OpenGroup, OpenNode } from './inventory-nodes.ts';
import type { Candidate, HeldBooking, SnapshotBooking } from './snapshot.ts';
import { insertSorted, removeSorted } from './sorted-list.ts';

/** Adds a booking to its nodes and its candidates to their groups. */
export function addToPositions(nodes: InventoryNodes, booking: SnapshotBooking): void {
  const belongsLast = booking.row.id > nodes.highestId;
  if (belongsLast) nodes.highestId = booking.row.id;
  for (const node of booking.nodes as readonly OpenNode[]) {
    if (booking.candidates.length === 0) {
      if (belongsLast) node.idle.push(booking.row.id);
      else insertSorted(node.idle, booking.row.id, itself);
    }
    for (const candidate of booking.candidates) {
      const group = nodes.groupOf(node, candidate.formatId);
      const list = listFor(group, candidate);
      // Appending reads no other candidates. Each read would be a cache miss.
      if (belongsLast) list.append(candidate.candidateNumber);
      else list.insert(candidate.candidateNumber);
      group.version += 1;
    }
  }
}

/** Reports whether two versions of a booking belong to the same lists. */
export function standsAlike(one: SnapshotBooking, other: SnapshotBooking): boolean {
  if (one.nodes.length !== other.nodes.length || one.candidates.length !== other.candidates.length) return false;
  if (listNameOf(one.row) !== listNameOf(other.row)) return false;
  return (
    one.nodes.every((node, at) => node === other.nodes[at]) &&
    one.candidates.every(({ formatId }, at) => formatId === other.candidates[at]?.formatId)
  );
}

/** Replaces a booking by a new version in the same lists. */
export function replaceBooking(nodes: InventoryNodes, booking: SnapshotBooking): void {
  for (const node of booking.nodes as readonly OpenNode[]) {
    for (const candidate of booking.candidates) {
      const group = nodes.groupOf(node, candidate.formatId);
      listFor(group, candidate).replace(candidate.candidateNumber);
      group.version += 1;
    }
  }
}

/** Removes a booking from all its lists. */
export function removeFromPositions(nodes: InventoryNodes, booking: SnapshotBooking): void {
  for (const node of booking.nodes as readonly OpenNode[]) {
    if (booking.candidates.length === 0) removeSorted(node.idle, booking.row.id, itself);
    for (const candidate of booking.candidates) {
      const group = nodes.groupOf(node, candidate.formatId);
      listFor(group, candidate).remove(booking.row.id);
      group.version += 1;
    }
  }
}

function listFor(group: OpenGroup, { booking }: Candidate): OpenCandidateList {
  return group[listNameOf(booking)];
}

function listNameOf({ delivery: { method } }: HeldBooking): 'candidates' | 'claims' | 'fill' {
  if (method === 'share') return 'candidates';
  return method === 'fill' ? 'fill' : 'claims';
}

function itself(id: BookingId): number {
  return id;
}
