import type { BookingId, FormatId, PositionId } from '../words/ids.ts';
import { maxPublisherDepth } from '../words/limits.ts';
import type { Candidate, CandidateGroup, InventoryNode, SnapshotBooking } from './snapshot.ts';

/** Position, location, publication, and publishers above. */
const maxDepth = 3 + maxPublisherDepth;

/** What a node stands for. */
export type NodeKind = 'position' | 'location' | 'publication' | 'publisher';

/** A group whose lists can be written. */
export type OpenGroup = CandidateGroup & {
  version: number;
  readonly candidates: Candidate[];
  readonly claims: Candidate[];
  readonly fill: Candidate[];
};

/** A node whose lists can be written. */
export type OpenNode = InventoryNode & {
  parent: OpenNode | null;
  readonly children: Set<OpenNode>;
  /** Where the node is a position's. */
  readonly positionId: PositionId | null;
  readonly groupByFormat: Map<FormatId, OpenGroup>;
  /** The group that was asked for last: positions have one format. */
  latestGroup: OpenGroup | null;
  readonly idle: SnapshotBooking[];
  /** Of the latest list of nodes in which it was found. */
  mark: number;
};

/**
 * The nodes of an inventory and their groups. A node is there from the moment that somebody names it, be it the row of
 * the inventory or a booking, and it stays: bookings hold on to it.
 */
export type InventoryNodes = {
  readonly nodeOf: (kind: NodeKind, id: number) => OpenNode;
  readonly groupOf: (node: OpenNode, formatId: FormatId) => OpenGroup;
  /** Highest id of a booking that was ever placed: a higher one belongs at the end of every list. */
  highestId: number;
};

export function createInventoryNodes(): InventoryNodes {
  const nodes: Readonly<Record<NodeKind, Map<number, OpenNode>>> = {
    position: new Map(),
    location: new Map(),
    publication: new Map(),
    publisher: new Map(),
  };
  let groupCount = 0;

  function addGroup(node: OpenNode, formatId: FormatId): OpenGroup {
    const group: OpenGroup = { formatId, groupIndex: groupCount, version: 0, candidates: [], claims: [], fill: [] };
    groupCount += 1;
    node.groupByFormat.set(formatId, group);
    return group;
  }

  return {
    nodeOf: (kind, id) => {
      const known = nodes[kind].get(id);
      if (known !== undefined) return known;
      const node: OpenNode = {
        parent: null,
        children: new Set(),
        positionId: kind === 'position' ? (id as PositionId) : null,
        groupByFormat: new Map(),
        latestGroup: null,
        idle: [],
        mark: 0,
      };
      nodes[kind].set(id, node);
      return node;
    },
    groupOf: (node, formatId) => {
      if (node.latestGroup?.formatId === formatId) return node.latestGroup;
      const known = (node.groupByFormat as Map<FormatId, OpenGroup>).get(formatId);
      const group = known ?? addGroup(node, formatId);
      node.latestGroup = group;
      return group;
    },
    highestId: 0,
  };
}

/** A node and every node above it, the nearest first. */
export function nodesAbove(from: OpenNode): readonly OpenNode[] {
  const above: OpenNode[] = [];
  for (let node: OpenNode | null = from; node !== null; node = node.parent) above.push(node);
  return above;
}

/** A node and all that lie below it. */
export function nodesBelow(top: OpenNode): readonly OpenNode[] {
  return [top, ...[...top.children].flatMap(nodesBelow)];
}

/** Hangs a node below another; one that would close a circle, or a tower of more than `maxDepth`, hangs nowhere. */
export function hangBelow(node: OpenNode, parent: OpenNode | null): void {
  const above = parent === null ? [] : nodesAbove(parent);
  node.parent?.children.delete(node);
  node.parent = above.includes(node) || above.length >= maxDepth ? null : parent;
  node.parent?.children.add(node);
}

/**
 * The nodes in which a booking stands: each named one once, and none that lies below another of them. So it is found once
 * in the pool of every position that it covers.
 */
export function coveringNodes(named: readonly OpenNode[]): readonly OpenNode[] {
  if (named.length < 2) return named;
  // Marks in the nodes instead of a set: this runs for each of a million bookings.
  lastMark += 1;
  const mark = lastMark;
  let isCovering = true;
  let holdsOthers = false;
  for (const node of named) {
    if (node.mark === mark) isCovering = false;
    if (node.positionId === null) holdsOthers = true;
    node.mark = mark;
  }
  for (const node of named) {
    // Nothing lies below a position, so a list of them, which most are, needs no look upwards.
    if (holdsOthers && liesBelowMarked(node, mark)) isCovering = false;
  }
  if (isCovering) return named;
  return [...new Set(named)].filter((node) => !liesBelowMarked(node, mark));
}

/** Of the list that was looked at last, in whichever snapshot. */
let lastMark = 0;

function liesBelowMarked(node: OpenNode, mark: number): boolean {
  for (let above = node.parent; above !== null; above = above.parent) {
    if (above.mark === mark) return true;
  }
  return false;
}

/** Ids of all bookings that stand in a node, whether they can deliver or not. */
export function bookingIdsAt({ idle, groupByFormat }: InventoryNode): ReadonlySet<BookingId> {
  const ids = new Set(idle.map(({ row }) => row.id));
  for (const { candidates, claims, fill } of groupByFormat.values()) {
    for (const list of [candidates, claims, fill]) {
      for (const { booking } of list) ids.add(booking.id);
    }
  }
  return ids;
}
