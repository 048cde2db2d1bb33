import { neverDelivers } from '../decision/eligible.ts';
import type { AdId, CreativeId, FormatId, PositionId } from '../words/ids.ts';
import { freezeDeep, freezeMap } from './freeze.ts';
import { coveredPositions, indexById, type OpenPosition, readInventory } from './read-inventory.ts';
import { adFault, bookingFault, fieldsOf } from './row-faults.ts';
import type { Candidate, Snapshot, SnapshotAd, SnapshotPosition } from './snapshot.ts';
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
  const bookingById = indexById('booking', usableBookings, problems);
  const adById = new Map<AdId, SnapshotAd>();
  let bookingIndex = 0;
  for (const booking of bookingById.values()) {
    const ads = readAds({ booking, creativeById, adById, problems });
    addToPools(coveredPositions(inventory, booking.inventory), { booking, bookingIndex, ads });
    bookingIndex += 1;
  }
  freezeDeep(rows);
  const positions = inventory.positions.map(closePosition);
  return Object.freeze({
    revision: rows.revision,
    builtAtMs: rows.builtAtMs,
    positionBySlotName: freezeMap(new Map(positions.map((position) => [position.row.slotName, position]))),
    positionById: freezeMap(new Map<PositionId, SnapshotPosition>(positions.map((one) => [one.row.id, one]))),
    bookingById: freezeMap(bookingById),
    creativeById: freezeMap(creativeById),
    adById: freezeMap(adById),
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
  return ads.sort((a, b) => a.row.id - b.row.id);
}

type PoolEntry = { readonly booking: BookingRow; readonly bookingIndex: number; readonly ads: readonly SnapshotAd[] };

/** Positions of one format share one candidate, so that a booking of everything costs a pointer for each position. */
function addToPools(positions: readonly OpenPosition[], { booking, bookingIndex, ads }: PoolEntry): void {
  const byFormat = new Map<FormatId, { readonly candidate: Candidate; readonly barred: boolean }>();
  for (const position of positions) {
    const formatId = position.format.id;
    let known = byFormat.get(formatId);
    if (known === undefined) {
      const fittingAds = Object.freeze(ads.filter((ad) => ad.creative.formatId === formatId));
      const candidate = Object.freeze({ booking, bookingIndex, fittingAds });
      known = { candidate, barred: neverDelivers(candidate) };
      byFormat.set(formatId, known);
    }
    const pool = known.barred ? position.barred : position.candidates;
    // A booking that covers a position twice would be the last one in its pool: bookings come one after the other.
    if (pool.at(-1)?.booking !== booking) pool.push(known.candidate);
  }
}

function closePosition(position: OpenPosition): SnapshotPosition {
  Object.freeze(position.candidates);
  Object.freeze(position.barred);
  return Object.freeze(position);
}
