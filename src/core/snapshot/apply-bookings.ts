import { neverDelivers } from '../decision/rules/status-rules.ts';
import type { FormatId } from '../vocabulary/ids.ts';
import { addToPositions, removeFromPositions, replaceBooking, standsAlike } from './bookings-of-positions.ts';
import { coveringNodes, type OpenNode } from './inventory-nodes.ts';
import type { OpenSnapshot } from './open-snapshot.ts';
import { packCreative } from './packed-creative.ts';
import { adFault, bookingFault, distinctRows, fieldsOf } from './row-faults.ts';
import type { Candidate, HeldBooking, SnapshotAd, SnapshotBooking } from './snapshot.ts';
import type { ChangedRows, RemovedRows } from './snapshot-changes.ts';
import type { AdRow, BookingRow } from './snapshot-rows.ts';

/** Updates the creatives and bookings of a snapshot, and the groups that contain the bookings. */
export function applyBookings(snapshot: OpenSnapshot, upserted: ChangedRows, removed: RemovedRows): void {
  const { creativeById, workshop } = snapshot;
  for (const id of removed.bookings ?? []) removeBooking(snapshot, id);
  for (const id of removed.creatives ?? []) creativeById.delete(id);
  for (const row of distinctRows('creative', upserted.creatives, workshop.problems)) {
    creativeById.set(row.id, packCreative(row));
  }
  for (const row of usableBookings(snapshot, upserted)) storeBooking(snapshot, row);
}

/** Returns the usable rows, each ID once. Records the others as problems and removes their previous versions. */
export function usableBookings(snapshot: OpenSnapshot, { bookings = [] }: ChangedRows): readonly BookingRow[] {
  const { problems } = snapshot.workshop;
  const usable = bookings.filter((row) => {
    const fault = bookingFault(row);
    if (fault === null) return true;
    const id = fieldsOf(row)['id'];
    if (typeof id === 'number') removeBooking(snapshot, id);
    problems.note('booking', id, fault);
    return false;
  });
  return distinctRows('booking', usable, problems);
}

function removeBooking(snapshot: OpenSnapshot, id: number): void {
  const { bookingById, workshop } = snapshot;
  workshop.problems.forget('booking', id);
  workshop.problems.forget('ad', id);
  const booking = bookingById.get(id as BookingRow['id']);
  if (booking === undefined) return;
  removeFromPositions(workshop.nodes, booking);
  releaseCandidates(snapshot, booking);
  workshop.compiler.remove(booking.targetingAt);
  bookingById.delete(booking.row.id);
  workshop.freeIndexes.push(booking.bookingIndex);
}

function storeBooking(snapshot: OpenSnapshot, row: BookingRow): void {
  const { bookingById, bookingResets, workshop } = snapshot;
  // A file lists its bookings in order of ID, so most are new and need no lookup.
  const before = row.id > workshop.nodes.highestId ? undefined : bookingById.get(row.id);
  const bookingIndex = before?.bookingIndex ?? workshop.freeIndexes.pop() ?? snapshot.bookingSlots;
  snapshot.bookingSlots = Math.max(snapshot.bookingSlots, bookingIndex + 1);
  const booking = joinBooking(snapshot, row, bookingIndex, before?.targetingAt ?? -1);
  if (before === undefined || !countsAlike(before.row, booking.row)) bookingResets.push(row.id);
  bookingById.set(row.id, booking);
  for (const candidate of booking.candidates) snapshot.candidates.add(candidate);
  if (before !== undefined && standsAlike(before, booking)) replaceBooking(workshop.nodes, booking);
  else {
    if (before !== undefined) removeFromPositions(workshop.nodes, before);
    addToPositions(workshop.nodes, booking);
  }
  if (before !== undefined) releaseCandidates(snapshot, before);
}

/**
 * Joins a usable row with its creatives and its inventory. The candidates have no numbers yet.
 * @param targetingBefore offset of the tree of its previous version; -1: none
 */
export function joinBooking(
  snapshot: OpenSnapshot,
  row: BookingRow,
  bookingIndex: number,
  targetingBefore: number,
): SnapshotBooking {
  const { shared, compiler } = snapshot.workshop;
  const held = shared.booking(row);
  const ads = readAds(snapshot, held, row.ads);
  const targetingAt = compiler.replace(targetingBefore, row.targeting ?? null);
  const named = namedNodes(snapshot, row.inventory);
  const candidates = candidatesOf({ row: held, bookingIndex, ads, targetingAt });
  return { row: held, bookingIndex, ads, named, nodes: coveringNodes(named), candidates, targetingAt };
}

function releaseCandidates({ candidates }: OpenSnapshot, booking: SnapshotBooking): void {
  for (const { candidateNumber } of booking.candidates) candidates.remove(candidateNumber);
}

/** Reports whether the counts of one booking remain valid for the other. */
function countsAlike(one: HeldBooking, other: HeldBooking): boolean {
  if (one.delivery === other.delivery && one.caps === other.caps) return true;
  return (
    JSON.stringify(one.delivery) === JSON.stringify(other.delivery) &&
    JSON.stringify(one.caps) === JSON.stringify(other.caps)
  );
}

function namedNodes({ workshop: { nodes } }: OpenSnapshot, inventory: BookingRow['inventory']): readonly OpenNode[] {
  const { positionIds, locationIds, publicationIds, publisherIds } = inventory;
  const others = locationIds.length + publicationIds.length + publisherIds.length;
  if (others === 0) return positionIds.map((id) => nodes.nodeOf('position', id));
  const named: OpenNode[] = [];
  for (const id of positionIds) named.push(nodes.nodeOf('position', id));
  for (const id of locationIds) named.push(nodes.nodeOf('location', id));
  for (const id of publicationIds) named.push(nodes.nodeOf('publication', id));
  for (const id of publisherIds) named.push(nodes.nodeOf('publisher', id));
  // A grown array has spare capacity, which adds up over hundreds of thousands of arrays.
  return named.slice();
}

/**
 * Returns the usable ads of a booking in ascending order of ID. A creative that is missing from the rows is not
 * approved, which is not a problem.
 */
function readAds(snapshot: OpenSnapshot, booking: HeldBooking, rows: BookingRow['ads']): readonly SnapshotAd[] {
  snapshot.workshop.problems.forget('ad', booking.id);
  if (rows.length === 1) {
    const ad = readAd(snapshot, booking, rows[0] as AdRow, noAds);
    return ad === null ? noAds : [ad];
  }
  const ads: SnapshotAd[] = [];
  for (const row of rows) {
    const ad = readAd(snapshot, booking, row, ads);
    if (ad !== null) ads.push(ad);
  }
  return ads.length === 0 ? noAds : ads.sort((a, b) => a.id - b.id).slice();
}

function readAd(
  { creativeById, workshop: { problems } }: OpenSnapshot,
  booking: HeldBooking,
  row: AdRow,
  others: readonly SnapshotAd[],
): SnapshotAd | null {
  const fault = adFault(row) ?? (others.some((ad) => ad.id === row.id) ? 'ID is already used' : null);
  if (fault !== null) {
    problems.note('ad', fieldsOf(row)['id'], fault, booking.id);
    return null;
  }
  const creative = creativeById.get(row.creativeId);
  if (creative === undefined) return null;
  return { id: row.id, weight: row.weight, startMs: row.startMs, endMs: row.endMs, booking, creative };
}

/** A booking before it is added to groups. */
type Joined = Pick<SnapshotBooking, 'row' | 'bookingIndex' | 'ads' | 'targetingAt'>;

/** Returns one candidate for each format of the ads of the booking; none if it can never deliver in this revision. */
function candidatesOf(entry: Joined): readonly Candidate[] {
  const [first] = entry.ads;
  if (first === undefined) return noCandidates;
  if (entry.ads.length === 1) {
    const candidate = candidateFor(entry, first.creative.formatId);
    return neverDelivers(candidate) ? noCandidates : [candidate];
  }
  const formats = [...new Set(entry.ads.map((ad) => ad.creative.formatId))];
  const candidates = formats.map((one) => candidateFor(entry, one));
  return candidates.some(neverDelivers) ? noCandidates : candidates;
}

const noAds: readonly SnapshotAd[] = [];
const noCandidates: readonly Candidate[] = [];

/** Returns a booking as a candidate for positions of a format, even if it cannot deliver there. */
export function candidateFor(booking: Joined, formatId: FormatId): Candidate {
  const { row, bookingIndex, ads, targetingAt } = booking;
  const fitting = ads.every((ad) => ad.creative.formatId === formatId)
    ? ads
    : ads.filter((ad) => ad.creative.formatId === formatId);
  const soleAd = fitting.length === 1 ? (fitting[0] as SnapshotAd) : null;
  const isCapped = row.caps.length > 0;
  return {
    candidateNumber: -1,
    booking: row,
    formatId,
    bookingIndex,
    fittingAds: fitting,
    soleAd,
    targetingAt,
    isCapped,
  };
}
