import type { InventoryNodes, OpenGroup, OpenNode } from './inventory-nodes.ts';
import type { Candidate, HeldBooking, SnapshotBooking } from './snapshot.ts';
import { insertSorted, removeSorted, replaceSorted } from './sorted-list.ts';

/** Puts a booking into its nodes and its candidates into their groups. */
export function placeBooking(nodes: InventoryNodes, booking: SnapshotBooking): void {
  const belongsLast = booking.row.id > nodes.highestId;
  if (belongsLast) nodes.highestId = booking.row.id;
  for (const node of booking.nodes as readonly OpenNode[]) {
    if (booking.candidates.length === 0) {
      if (belongsLast) node.idle.push(booking);
      else insertSorted(node.idle, booking, idOfBooking);
    }
    for (const candidate of booking.candidates) {
      const group = nodes.groupOf(node, candidate.formatId);
      const list = listFor(group, candidate);
      // Where it belongs last no other one is looked at: each would be a miss of the cache.
      if (belongsLast) list.push(candidate);
      else insertSorted(list, candidate, idOfCandidate);
      group.version += 1;
    }
  }
}

/** True when two states of a booking stand in the same lists. */
export function standsAlike(one: SnapshotBooking, other: SnapshotBooking): boolean {
  if (one.nodes.length !== other.nodes.length || one.candidates.length !== other.candidates.length) return false;
  if (listNameOf(one.row) !== listNameOf(other.row)) return false;
  return (
    one.nodes.every((node, at) => node === other.nodes[at]) &&
    one.candidates.every(({ formatId }, at) => formatId === other.candidates[at]?.formatId)
  );
}

/** Puts a booking where it stands already, in place of its state before. */
export function replaceBooking(nodes: InventoryNodes, booking: SnapshotBooking): void {
  for (const node of booking.nodes as readonly OpenNode[]) {
    if (booking.candidates.length === 0) replaceSorted(node.idle, booking, idOfBooking);
    for (const candidate of booking.candidates) {
      const group = nodes.groupOf(node, candidate.formatId);
      replaceSorted(listFor(group, candidate), candidate, idOfCandidate);
      group.version += 1;
    }
  }
}

/** Takes a booking out of all the lists in which it stands. */
export function displaceBooking(nodes: InventoryNodes, booking: SnapshotBooking): void {
  for (const node of booking.nodes as readonly OpenNode[]) {
    if (booking.candidates.length === 0) removeSorted(node.idle, booking.row.id, idOfBooking);
    for (const candidate of booking.candidates) {
      const group = nodes.groupOf(node, candidate.formatId);
      removeSorted(listFor(group, candidate), booking.row.id, idOfCandidate);
      group.version += 1;
    }
  }
}

function listFor(group: OpenGroup, { booking }: Candidate): Candidate[] {
  return group[listNameOf(booking)];
}

function listNameOf({ delivery: { method } }: HeldBooking): 'candidates' | 'claims' | 'fill' {
  if (method === 'share') return 'candidates';
  return method === 'fill' ? 'fill' : 'claims';
}

function idOfBooking({ row }: SnapshotBooking): number {
  return row.id;
}

function idOfCandidate({ booking }: Candidate): number {
  return booking.id;
}
