import { noScreenFacts } from '../targeting/value-facts.ts';
import type { FormatId, LocationId, PositionId, PublicationId } from '../vocabulary/ids.ts';
import { addToPositions, removeFromPositions } from './bookings-of-positions.ts';
import { bookingIdsAt, coveringNodes, hangBelow, nodesAbove, nodesBelow, type OpenNode } from './inventory-nodes.ts';
import { link, unlink } from './inventory-rows.ts';
import type { OpenSnapshot } from './open-snapshot.ts';
import { distinctRows, isTextList } from './row-faults.ts';
import type { SnapshotBooking, SnapshotPosition } from './snapshot.ts';
import type { ChangedRows, RemovedRows } from './snapshot-changes.ts';
import type { PositionRow } from './snapshot-rows.ts';

/**
 * Updates the inventory of a snapshot: first the rows, then the nodes whose parents changed, then all positions below
 * them. A row with a missing reference is recorded as a problem and skipped, with everything below it, until the
 * referenced row arrives.
 */
export function applyInventory(snapshot: OpenSnapshot, upserted: ChangedRows, removed: RemovedRows): void {
  const touched: Touched = { positions: new Set(), locations: new Set(), publications: new Set(), formats: new Set() };
  removeRows(snapshot, removed, touched);
  storeRows(snapshot, upserted, touched);
  joinPositions(snapshot, positionsOf(snapshot, touched));
}

/** Rows whose positions must be joined again. */
type Touched = {
  readonly positions: Set<PositionId>;
  readonly locations: Set<LocationId>;
  readonly publications: Set<PublicationId>;
  readonly formats: Set<FormatId>;
};

function removeRows(snapshot: OpenSnapshot, removed: RemovedRows, touched: Touched): void {
  const { rows, nodes, problems } = snapshot.workshop;
  for (const id of removed.positions ?? []) {
    const row = rows.positions.get(id);
    if (row === undefined) continue;
    unlink(rows.positionsOfLocation, row.locationId, id);
    unlink(rows.positionsOfSlotName, row.slotName, id);
    rows.positions.delete(id);
    for (const namesake of rows.positionsOfSlotName.get(row.slotName) ?? []) touched.positions.add(namesake);
    touched.positions.add(id);
    problems.forget('position', id);
    move(snapshot, nodes.nodeOf('position', id), null, touched);
  }
  for (const id of removed.locations ?? []) {
    const row = rows.locations.get(id);
    if (row !== undefined) unlink(rows.locationsOfPublication, row.publicationId, id);
    rows.locations.delete(id);
    touched.locations.add(id);
    move(snapshot, nodes.nodeOf('location', id), null, touched);
  }
  for (const id of removed.publications ?? []) {
    rows.publications.delete(id);
    touched.publications.add(id);
    move(snapshot, nodes.nodeOf('publication', id), null, touched);
  }
  for (const id of removed.publishers ?? []) move(snapshot, nodes.nodeOf('publisher', id), null, touched);
  for (const id of removed.formats ?? []) {
    rows.formats.delete(id);
    touched.formats.add(id);
  }
}

function storeRows(snapshot: OpenSnapshot, upserted: ChangedRows, touched: Touched): void {
  const { rows, nodes, problems } = snapshot.workshop;
  for (const { id, parentId } of distinctRows('publisher', upserted.publishers, problems)) {
    move(
      snapshot,
      nodes.nodeOf('publisher', id),
      parentId === null ? null : nodes.nodeOf('publisher', parentId),
      touched,
    );
  }
  for (const row of distinctRows('publication', upserted.publications, problems)) {
    rows.publications.set(row.id, row);
    touched.publications.add(row.id);
    move(snapshot, nodes.nodeOf('publication', row.id), nodes.nodeOf('publisher', row.publisherId), touched);
  }
  for (const row of distinctRows('location', upserted.locations, problems)) {
    const before = rows.locations.get(row.id);
    if (before !== undefined) unlink(rows.locationsOfPublication, before.publicationId, row.id);
    rows.locations.set(row.id, row);
    link(rows.locationsOfPublication, row.publicationId, row.id);
    touched.locations.add(row.id);
    move(snapshot, nodes.nodeOf('location', row.id), nodes.nodeOf('publication', row.publicationId), touched);
  }
  for (const row of distinctRows('format', upserted.formats, problems)) {
    rows.formats.set(row.id, row);
    touched.formats.add(row.id);
  }
  for (const row of distinctRows('position', upserted.positions, problems)) storePosition(snapshot, row, touched);
}

function storePosition(snapshot: OpenSnapshot, row: PositionRow, touched: Touched): void {
  const { rows, nodes } = snapshot.workshop;
  const before = rows.positions.get(row.id);
  if (before !== undefined) {
    unlink(rows.positionsOfLocation, before.locationId, row.id);
    unlink(rows.positionsOfSlotName, before.slotName, row.id);
    for (const namesake of rows.positionsOfSlotName.get(before.slotName) ?? []) touched.positions.add(namesake);
  }
  rows.positions.set(row.id, row);
  if (!rows.positionIndexes.has(row.id)) rows.positionIndexes.set(row.id, rows.positionIndexes.size);
  link(rows.positionsOfLocation, row.locationId, row.id);
  link(rows.positionsOfSlotName, row.slotName, row.id);
  for (const namesake of rows.positionsOfSlotName.get(row.slotName) ?? []) touched.positions.add(namesake);
  move(snapshot, nodes.nodeOf('position', row.id), nodes.nodeOf('location', row.locationId), touched);
}

/** Moves a node below another. Bookings that name a node below it may now be covered twice or no longer. */
function move(
  { workshop, bookingById }: OpenSnapshot,
  node: OpenNode,
  parent: OpenNode | null,
  touched: Touched,
): void {
  const { nodes } = workshop;
  const before = node.parent;
  hangBelow(node, parent);
  if (node.parent === before) return;
  const below = nodesBelow(node);
  for (const { positionId } of below) {
    if (positionId !== null) touched.positions.add(positionId);
  }
  const standing = [...below, ...(before === null ? [] : nodesAbove(before))].flatMap((one) => [...bookingIdsAt(one)]);
  for (const id of new Set(standing)) {
    const booking = bookingById.get(id) as SnapshotBooking;
    if (booking.named.length < 2) continue;
    removeFromPositions(nodes, booking);
    const placed = { ...booking, nodes: coveringNodes(booking.named as readonly OpenNode[]) };
    bookingById.set(booking.row.id, placed);
    addToPositions(nodes, placed);
  }
}

function positionsOf({ workshop: { rows } }: OpenSnapshot, touched: Touched): ReadonlySet<PositionId> {
  const ids = new Set(touched.positions);
  const locations = new Set(touched.locations);
  for (const id of touched.publications) {
    for (const locationId of rows.locationsOfPublication.get(id) ?? []) locations.add(locationId);
  }
  for (const id of locations) {
    for (const positionId of rows.positionsOfLocation.get(id) ?? []) ids.add(positionId);
  }
  if (touched.formats.size > 0) {
    for (const row of rows.positions.values()) {
      if (touched.formats.has(row.formatId)) ids.add(row.id);
    }
  }
  return ids;
}

function joinPositions(snapshot: OpenSnapshot, ids: ReadonlySet<PositionId>): void {
  const { positionById, positionBySlotName, workshop } = snapshot;
  for (const id of ids) {
    const before = positionById.get(id);
    if (before === undefined) continue;
    positionById.delete(id);
    if (positionBySlotName.get(before.row.slotName) === before) positionBySlotName.delete(before.row.slotName);
  }
  for (const id of [...ids].sort((a, b) => a - b)) {
    const row = workshop.rows.positions.get(id);
    if (row === undefined) continue;
    workshop.problems.forget('position', id);
    const position = joinPosition(snapshot, row);
    if (typeof position === 'string') {
      workshop.problems.note('position', id, position);
      continue;
    }
    positionById.set(id, position);
    positionBySlotName.set(row.slotName, position);
  }
}

/** Returns the joined position, or the reason why it cannot be used. */
function joinPosition({ workshop: { rows, nodes } }: OpenSnapshot, row: PositionRow): SnapshotPosition | string {
  const location = rows.locations.get(row.locationId);
  if (location === undefined) return `no location ${row.locationId}`;
  const publication = rows.publications.get(location.publicationId);
  if (publication === undefined) return `no publication ${location.publicationId}`;
  const format = rows.formats.get(row.formatId);
  if (format === undefined) return `no format ${row.formatId}`;
  if (!isTextList(row.blockedLabels ?? [])) return 'unusable blockedLabels';
  const limits = limitFault(row);
  if (limits !== null) return limits;
  if (typeof row.slotName !== 'string' || row.slotName === '') return 'unusable slotName';
  const namesakes = rows.positionsOfSlotName.get(row.slotName) ?? new Set([row.id]);
  if (namesakes.size > 1 && [...namesakes].some((id) => id < row.id)) {
    return `slot name ${row.slotName} is already used by a position with a lower ID`;
  }
  const clock = rows.clockOf(publication.timeZone);
  if (clock === null) return `unknown time zone ${publication.timeZone}`;
  const above = nodesAbove(nodes.nodeOf('position', row.id));
  return {
    row,
    format,
    publication,
    isScreen: location.kind === 'screen',
    floor: row.floor ?? null,
    maxPerBrand: row.maxPerBrand ?? null,
    loop: location.loop ?? null,
    openingHours: location.openingHours ?? location.loop?.openingHours ?? [],
    screenFacts: location.facts ?? noScreenFacts,
    clock,
    positionIndex: rows.positionIndexes.get(row.id) as number,
    nodes: above,
    groups: above.map((node) => nodes.groupOf(node, format.id)),
  };
}

/** Returns the fault in the limits of a position; null: none. */
function limitFault({ floor, maxAds, maxPerBrand }: PositionRow): string | null {
  if (floor !== undefined && !(isCount(floor.micros) && typeof floor.currency === 'string')) return 'unusable floor';
  if (maxAds !== undefined && !isCount(maxAds)) return 'unusable maxAds';
  return maxPerBrand === undefined || isCount(maxPerBrand) ? null : 'unusable maxPerBrand';
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
