import type { BookingId, FormatId, PositionId } from '../vocabulary/ids.ts';
import { maxPublisherDepth } from '../vocabulary/limits/inventory-limits.ts';
import { OpenCandidateList } from './candidate-list.ts';
import type { CandidateGroup, CandidateSource, InventoryNode } from './snapshot.ts';

/** Position, location and publication, plus nested publishers. */
const maxDepth = 3 + maxPublisherDepth;

/** Kind of inventory object of a node. */
export type NodeKind = 'position' | 'location' | 'publication' | 'publisher';

/** A group with writable lists. */
export type OpenGroup = CandidateGroup & {
  version: number;
  readonly candidates: OpenCandidateList;
  readonly claims: OpenCandidateList;
  readonly fill: OpenCandidateList;
};

/** A node with writable lists. */
export type OpenNode = InventoryNode & {
  parent: OpenNode | null;
  readonly children: Set<OpenNode>;
  readonly kind: NodeKind;
  readonly id: number;
  readonly groupByFormat: Map<FormatId, OpenGroup>;
  /** Cache of the last requested group. Positions have one format. */
  latestGroup: OpenGroup | null;
  readonly idle: BookingId[];
  /** Number of the last list of nodes that contained it. */
  mark: number;
};

/**
 * Nodes of an inventory and their groups. A node is created when an inventory row or a booking first names it, and is
 * never removed because bookings refer to it.
 */
export type InventoryNodes = {
  readonly nodeOf: (kind: NodeKind, id: number) => OpenNode;
  readonly groupOf: (node: OpenNode, formatId: FormatId) => OpenGroup;
  /** Highest ID of a booking that was ever added. A higher one belongs at the end of every list. */
  highestId: number;
};

export function createInventoryNodes(source: CandidateSource): InventoryNodes {
  const nodes: Readonly<Record<NodeKind, Map<number, OpenNode>>> = {
    position: new Map(),
    location: new Map(),
    publication: new Map(),
    publisher: new Map(),
  };
  let groupCount = 0;
  const newList = () => new OpenCandidateList(source);

  function addGroup(node: OpenNode, formatId: FormatId): OpenGroup {
    const [candidates, claims, fill] = [newList(), newList(), newList()];
    const group: OpenGroup = { formatId, groupIndex: groupCount, version: 0, candidates, claims, fill };
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
        kind,
        id,
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

/** Returns a node and its ancestors, nearest first. */
export function nodesAbove(from: OpenNode): readonly OpenNode[] {
  const above: OpenNode[] = [];
  for (let node: OpenNode | null = from; node !== null; node = node.parent) above.push(node);
  return above;
}

/** Returns a node and its descendants. */
export function nodesBelow(top: OpenNode): readonly OpenNode[] {
  return [top, ...[...top.children].flatMap(nodesBelow)];
}

/** Moves a node below another. A node that would close a cycle or exceed `maxDepth` gets no parent. */
export function hangBelow(node: OpenNode, parent: OpenNode | null): void {
  const above = parent === null ? [] : nodesAbove(parent);
  node.parent?.children.delete(node);
  node.parent = above.includes(node) || above.length >= maxDepth ? null : parent;
  node.parent?.children.add(node);
}

/**
 * Returns the nodes whose groups contain a booking: each named node once, without descendants of other named nodes. The
 * booking thus occurs once in the pool of every position that it covers.
 */
export function coveringNodes(named: readonly OpenNode[]): readonly OpenNode[] {
  if (named.length < 2) return named;
  // Flags in the nodes instead of a Set, because this runs for each of a million bookings.
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
    // Positions have no descendants, so a list of only positions, the usual case, needs no ancestor check.
    if (holdsOthers && liesBelowMarked(node, mark)) isCovering = false;
  }
  if (isCovering) return named;
  return [...new Set(named)].filter((node) => !liesBelowMarked(node, mark));
}

/** Number of the last processed list, over all snapshots. */
let lastMark = 0;

function liesBelowMarked(node: OpenNode, mark: number): boolean {
  for (let above = node.parent; above !== null; above = above.parent) {
    if (above.mark === mark) return true;
  }
  return false;
}

/** Returns the IDs of all bookings of a node, whether they can deliver or not. */
export function bookingIdsAt({ idle, groupByFormat }: InventoryNode): ReadonlySet<BookingId> {
  const ids = new Set(idle);
  for (const { candidates, claims, fill } of groupByFormat.values()) {
    for (const { length, numbers, source } of [candidates, claims, fill]) {
      for (let index = 0; index < length; index += 1) ids.add(source.bookingIdOf(numbers[index] as number));
    }
  }
  return ids;
}
