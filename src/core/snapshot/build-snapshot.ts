import { neverDelivers } from '../decision/eligible.ts';
import { createTargetingCompiler, type TargetingCompiler } from '../targeting/targeting-index.ts';
import type { AdId, BookingId, CreativeId, FormatId, PositionId } from '../words/ids.ts';
import { freezeDeep, freezeMap } from './freeze.ts';
import {
  coveredNodes,
  type InventoryNode,
  indexById,
  type OpenGroup,
  type OpenPosition,
  readInventory,
} from './read-inventory.ts';
import { adFault, bookingFault, fieldsOf } from './row-faults.ts';
import { createValueSharer } from './share-values.ts';
import type { Candidate, CandidateGroup, Snapshot, SnapshotAd, SnapshotPosition } from './snapshot.ts';
import { createProblemList, type ProblemList } from './snapshot-problems.ts';
import type { BookingRow, CreativeRow, SnapshotRows } from './snapshot-rows.ts';

/** The rows as a whole are not a snapshot; the message names what is wrong. */
export class UnusableSnapshotError extends Error {}

/**
 * The snapshot of one revision: joins the rows, resolves the inventory of each booking to positions, and freezes the
 * result together with the rows. One bad row is left out and noted in `problems`; throws `UnusableSnapshotError` when the
 * rows as a whole cannot be used.
 * Source: architecture 1 and 3.
 */
export function buildSnapshot(rows: SnapshotRows): Snapshot {
  requireRows(rows);
  const problems = createProblemList();
  const inventory = readInventory(rows, problems);
  const creativeById = indexById('creative', rows.creatives, problems);
  const usableBookings = rows.bookings.filter((row) => {
    const fault = bookingFault(row);
    if (fault !== null) problems.note('booking', fieldsOf(row)['id'], fault);
    return fault === null;
  });
  freezeDeep(rows);
  const bookingById = new Map<BookingId, BookingRow>();
  const adById = new Map<AdId, SnapshotAd>();
  const compiler = createTargetingCompiler();
  const shared = createValueSharer();
  let bookingIndex = 0;
  for (const row of indexById('booking', usableBookings, problems).values()) {
    const booking = shared(row);
    bookingById.set(booking.id, booking);
    const ads = readAds({ booking, creativeById, adById, problems });
    const isCapped = booking.caps !== undefined && booking.caps.length > 0;
    const entry = { booking, bookingIndex, ads, isCapped, ...targetingOf(row, compiler) };
    addToGroups(coveredNodes(inventory, booking.inventory), entry);
    bookingIndex += 1;
  }
  const groups = closeGroups(inventory.positions);
  const positions = inventory.positions.map((position, index) => closePosition(position, index, groups));
  return Object.freeze({
    revision: rows.revision,
    builtAtMs: rows.builtAtMs,
    positionBySlotName: freezeMap(new Map(positions.map((position) => [position.row.slotName, position]))),
    positionById: freezeMap(new Map<PositionId, SnapshotPosition>(positions.map((one) => [one.row.id, one]))),
    bookingById: freezeMap(bookingById),
    creativeById: freezeMap(creativeById),
    adById: freezeMap(adById),
    groupCount: groups.size,
    targeting: compiler.finish(),
    problems: freezeDeep(problems.listed()),
    problemCount: problems.count(),
  });
}

const tables = ['publishers', 'publications', 'locations', 'formats', 'positions', 'bookings', 'creatives'] as const;

function requireRows(rows: SnapshotRows): void {
  const fields = fieldsOf(rows);
  const revision = fields['revision'];
  if (!Number.isSafeInteger(revision) || (revision as number) < 0) throw new UnusableSnapshotError('no revision');
  if (!Number.isFinite(fields['builtAtMs'])) throw new UnusableSnapshotError('no builtAtMs');
  for (const table of tables) {
    if (!Array.isArray(fields[table])) throw new UnusableSnapshotError(`${table} is not a list`);
  }
}

type AdReading = {
  readonly booking: BookingRow;
  readonly creativeById: ReadonlyMap<CreativeId, CreativeRow>;
  readonly adById: Map<AdId, SnapshotAd>;
  readonly problems: ProblemList;
};

/** The booking's usable ads in ascending order of id. A creative that is not in the rows is not approved: no problem. */
function readAds({ booking, creativeById, adById, problems }: AdReading): readonly SnapshotAd[] {
  const ads: SnapshotAd[] = [];
  for (const row of booking.ads) {
    const fault = adFault(row) ?? (adById.has(row.id) ? 'id is taken' : null);
    if (fault !== null) {
      problems.note('ad', fieldsOf(row)['id'], fault);
      continue;
    }
    const creative = creativeById.get(row.creativeId);
    if (creative === undefined) continue;
    const ad = Object.freeze({ row, booking, creative });
    adById.set(row.id, ad);
    ads.push(ad);
  }
  return Object.freeze(ads.sort((a, b) => a.row.id - b.row.id));
}

const noAds: readonly SnapshotAd[] = Object.freeze([]);

function targetingOf({ targeting }: BookingRow, compiler: TargetingCompiler) {
  return targeting === undefined || targeting === null
    ? { targetingAt: -1, asksForSegments: false }
    : compiler.add(targeting);
}

type GroupEntry = Omit<Candidate, 'fittingAds' | 'soleAd'> & { readonly ads: readonly SnapshotAd[] };

/** Groups of one format share one candidate, so that a booking costs a pointer for each node and format. */
function addToGroups(nodes: ReadonlySet<InventoryNode>, { ads, ...entry }: GroupEntry): void {
  const byFormat = new Map<FormatId, { readonly candidate: Candidate; readonly barred: boolean }>();
  for (const node of nodes) {
    for (const [formatId, group] of node.groupByFormat) {
      let known = byFormat.get(formatId);
      if (known === undefined) {
        const fitting = ads.filter((ad) => ad.creative.formatId === formatId);
        // The same list wherever it would be equal: most bookings have ads of one format only.
        const fittingAds = fitting.length === ads.length ? ads : fitting.length === 0 ? noAds : Object.freeze(fitting);
        const soleAd = fittingAds.length === 1 ? (fittingAds[0] as SnapshotAd) : null;
        const candidate = Object.freeze({ ...entry, fittingAds, soleAd });
        known = { candidate, barred: neverDelivers(candidate) };
        byFormat.set(formatId, known);
      }
      listFor(group, known).push(known.candidate);
    }
  }
}

function listFor(group: OpenGroup, { candidate, barred }: { candidate: Candidate; barred: boolean }): Candidate[] {
  if (barred) return group.barred;
  const method = candidate.booking.delivery?.method ?? 'share';
  if (method === 'share') return group.candidates;
  return method === 'fill' ? group.fill : group.claims;
}

/** All groups in which a booking stands, in order of the positions, the nearest node first. */
function closeGroups(positions: readonly OpenPosition[]): ReadonlyMap<OpenGroup, CandidateGroup> {
  const closed = new Map<OpenGroup, CandidateGroup>();
  for (const group of positions.flatMap((position) => position.groups)) {
    const lists = [group.candidates, group.claims, group.fill, group.barred];
    if (closed.has(group) || lists.every((list) => list.length === 0)) continue;
    for (const list of lists) Object.freeze(list);
    closed.set(group, Object.freeze({ groupIndex: closed.size, ...group }));
  }
  return closed;
}

function closePosition(
  position: OpenPosition,
  positionIndex: number,
  closed: ReadonlyMap<OpenGroup, CandidateGroup>,
): SnapshotPosition {
  const groups = position.groups.map((group) => closed.get(group)).filter((group) => group !== undefined);
  return Object.freeze({ ...position, positionIndex, groups: Object.freeze(groups) });
}
