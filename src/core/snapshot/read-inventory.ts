import type { FormatId, LocationId, PositionId, PublicationId, PublisherId } from '../words/ids.ts';
import { isIdNumber } from '../words/ids.ts';
import { maxPublisherDepth } from '../words/limits.ts';
import { type LocalClock, localClock, UnknownTimeZoneError } from '../words/local-time.ts';
import { fieldsOf } from './row-faults.ts';
import type { CandidateGroup, SnapshotPosition, SnapshotProblem } from './snapshot.ts';
import type { ProblemList } from './snapshot-problems.ts';
import type { BookingRow, PositionRow, SnapshotRows } from './snapshot-rows.ts';

/** A group while it is being filled. */
export type OpenGroup = {
  readonly candidates: CandidateGroup['candidates'][number][];
  readonly claims: CandidateGroup['claims'][number][];
  readonly fill: CandidateGroup['fill'][number][];
  readonly barred: CandidateGroup['barred'][number][];
};

/** A position before its pool is known. */
export type OpenPosition = Omit<SnapshotPosition, 'groups' | 'positionIndex'> & {
  /** Of the position itself and of every node above it, the nearest first. */
  readonly groups: readonly OpenGroup[];
};

/** What bookings name: a position, a location, a publication or a publisher. */
export type InventoryNode = {
  readonly parent: InventoryNode | null;
  /** One group for each format that stands below the node. */
  readonly groupByFormat: Map<FormatId, OpenGroup>;
};

/** All usable positions, and the nodes that have one below them. */
export type Inventory = {
  readonly positions: readonly OpenPosition[];
  readonly byPosition: ReadonlyMap<PositionId, InventoryNode>;
  readonly byLocation: ReadonlyMap<LocationId, InventoryNode>;
  readonly byPublication: ReadonlyMap<PublicationId, InventoryNode>;
  /** Publishers nest: a position stands below its publication's publisher and all publishers above that. */
  readonly byPublisher: ReadonlyMap<PublisherId, InventoryNode>;
};

/** Joins the inventory's rows; a row that points nowhere is noted and left out with all that hangs on it. */
export function readInventory(rows: SnapshotRows, problems: ProblemList): Inventory {
  const publishers = indexById('publisher', rows.publishers, problems);
  const publications = indexById('publication', rows.publications, problems);
  const locations = indexById('location', rows.locations, problems);
  const formats = indexById('format', rows.formats, problems);
  const clockOf = createClocks();
  const slotNames = new Set<string>();
  const positions: OpenPosition[] = [];
  const byPosition = new Map<PositionId, InventoryNode>();
  const byLocation = new Map<LocationId, InventoryNode>();
  const byPublication = new Map<PublicationId, InventoryNode>();
  const byPublisher = new Map<PublisherId, InventoryNode>();
  for (const row of indexById('position', rows.positions, problems).values()) {
    const joined = join(row);
    if (typeof joined === 'string') {
      problems.note('position', row.id, joined);
      continue;
    }
    const { location, publication, format, clock } = joined;
    const publisherNode = publisherNodeOf(publication.publisherId, publishers, byPublisher);
    const publicationNode = nodeOf(byPublication, publication.id, publisherNode);
    const node = nodeOf(byPosition, row.id, nodeOf(byLocation, location.id, publicationNode));
    slotNames.add(row.slotName);
    positions.push({ row, format, publication, clock, groups: groupsAbove(node, format.id) });
  }
  return { positions, byPosition, byLocation, byPublication, byPublisher };

  /** What a position hangs on, or why it cannot be used. */
  function join(row: PositionRow) {
    const location = locations.get(row.locationId);
    if (location === undefined) return `no location ${row.locationId}`;
    const publication = publications.get(location.publicationId);
    if (publication === undefined) return `no publication ${location.publicationId}`;
    const format = formats.get(row.formatId);
    if (format === undefined) return `no format ${row.formatId}`;
    if (!isLabelList(row.blockedLabels ?? [])) return 'unusable blockedLabels';
    if (typeof row.slotName !== 'string' || row.slotName === '') return 'unusable slotName';
    if (slotNames.has(row.slotName)) return `slot name ${row.slotName} is taken by a lower id`;
    const clock = clockOf(publication.timeZone);
    return clock === null ? `unknown time zone ${publication.timeZone}` : { location, publication, format, clock };
  }
}

function isLabelList(value: unknown): boolean {
  return Array.isArray(value) && value.every((label) => typeof label === 'string');
}

/**
 * The nodes that a booking's inventory comes down to: each named node once, and none that stands below another of them.
 * So a booking is found once in the pool of every position it covers.
 */
export function coveredNodes(inventory: Inventory, booked: BookingRow['inventory']): ReadonlySet<InventoryNode> {
  const nodes = new Set(
    [
      ...booked.positionIds.map((id) => inventory.byPosition.get(id)),
      ...booked.locationIds.map((id) => inventory.byLocation.get(id)),
      ...booked.publicationIds.map((id) => inventory.byPublication.get(id)),
      ...booked.publisherIds.map((id) => inventory.byPublisher.get(id)),
    ].filter((node) => node !== undefined),
  );
  if (nodes.size < 2) return nodes;
  for (const node of nodes) {
    for (let above = node.parent; above !== null; above = above.parent) {
      if (nodes.has(above)) nodes.delete(node);
    }
  }
  return nodes;
}

function nodeOf<Key>(nodes: Map<Key, InventoryNode>, key: Key, parent: InventoryNode | null): InventoryNode {
  const known = nodes.get(key);
  if (known !== undefined) return known;
  const node = { parent, groupByFormat: new Map<FormatId, OpenGroup>() };
  nodes.set(key, node);
  return node;
}

function groupsAbove(from: InventoryNode, formatId: FormatId): readonly OpenGroup[] {
  const groups: OpenGroup[] = [];
  for (let node: InventoryNode | null = from; node !== null; node = node.parent) {
    const group = node.groupByFormat.get(formatId) ?? { candidates: [], claims: [], fill: [], barred: [] };
    node.groupByFormat.set(formatId, group);
    groups.push(group);
  }
  return groups;
}

/** Rows by id, in ascending order of id; a row without an id, or with one that is taken, is noted and left out. */
export function indexById<Row extends { readonly id: number }>(
  kind: SnapshotProblem['kind'],
  rows: readonly Row[],
  problems: ProblemList,
): Map<Row['id'], Row> {
  const usable = rows.filter((row) => {
    const id = fieldsOf(row)['id'];
    if (!isIdNumber(id)) problems.note(kind, id, 'unusable id');
    return isIdNumber(id);
  });
  const byId = new Map<Row['id'], Row>();
  for (const row of usable.sort((a, b) => a.id - b.id)) {
    if (byId.has(row.id)) problems.note(kind, row.id, 'id is taken');
    else byId.set(row.id, row);
  }
  return byId;
}

/**
 * The node of a publisher below the nodes of those above it; null when the publisher is not in the rows. In a circle of
 * publishers the walk ends where it began, so the one it was asked for first stands lowest.
 */
function publisherNodeOf(
  from: PublisherId,
  publishers: ReadonlyMap<PublisherId, SnapshotRows['publishers'][number]>,
  nodes: Map<PublisherId, InventoryNode>,
): InventoryNode | null {
  const chain = new Set<PublisherId>();
  let next = publishers.get(from);
  while (next !== undefined && !chain.has(next.id) && chain.size < maxPublisherDepth) {
    chain.add(next.id);
    next = next.parentId === null ? undefined : publishers.get(next.parentId);
  }
  let node: InventoryNode | null = null;
  for (const id of [...chain].reverse()) node = nodeOf(nodes, id, node);
  return node;
}

/** One clock for each time zone; null where the zone is unknown. */
function createClocks(): (timeZone: string) => LocalClock | null {
  const clocks = new Map<string, LocalClock | null>();
  return (timeZone) => {
    const known = clocks.get(timeZone);
    if (known !== undefined) return known;
    const clock = clockOrNull(timeZone);
    clocks.set(timeZone, clock);
    return clock;
  };
}

function clockOrNull(timeZone: string): LocalClock | null {
  try {
    return localClock(timeZone);
  } catch (error) {
    if (error instanceof UnknownTimeZoneError) return null;
    throw error;
  }
}
