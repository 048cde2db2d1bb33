import { createCapTable } from '../../pacing/cap-table.ts';
import { createDeliveryState } from '../../pacing/delivery-state.ts';
import { buildSnapshot } from '../../snapshot/build-snapshot.ts';
import type { BookingDelivery, BookingRow, CreativeRow, SnapshotRows } from '../../snapshot/snapshot-rows.ts';
import { decide } from '../decide.ts';
import { drawSpace } from '../draw/random.ts';
import { type Contender, expectedShares } from './expected-shares.ts';

/** Requests that are decided for all pages together. With one page, the random error of a share of 50 % is 0.5 points. */
const allRequests = 10_000;
/** Fewest requests that are decided for a page. */
const leastRequests = 200;
/** No booking has caps. A power of two. */
const capSlots = 64;
/** Most positions of a page whose roadblocks are considered together. */
const maxTogether = 20;

/**
 * Returns the expected part of the requests of each position of a page for each of its bookings, 0 to 1, as
 * `expectedShares`. A page with roadblocks is decided repeatedly, in the order of its positions and without the
 * conditions of requests.
 * Source: docs/decisions/0215-roadblocks.md.
 * @param positions bookings of each position of the page, in the order in which the page requests them
 * @param nowMs epoch ms, for the weights
 * @param pages number of pages that are considered together; they share the requests, which take a microsecond per slot
 */
export function expectedPageShares(
  positions: readonly (readonly Contender[])[],
  nowMs: number,
  pages = 1,
): readonly ReadonlyMap<number, number>[] {
  const together = positions.slice(0, maxTogether);
  const isTogether = ({ id, roadblock }: Contender) =>
    roadblock !== 'none' && together.filter((contenders) => contenders.some((one) => one.id === id)).length > 1;
  if (!together.some((contenders) => contenders.some(isTogether))) {
    return positions.map((contenders) => expectedShares(contenders, nowMs));
  }
  const decided = decidedShares(together, nowMs, Math.max(leastRequests, Math.floor(allRequests / pages)));
  return positions.map((contenders, index) => decided[index] ?? expectedShares(contenders, nowMs));
}

function decidedShares(
  positions: readonly (readonly Contender[])[],
  nowMs: number,
  requests: number,
): readonly ReadonlyMap<number, number>[] {
  // In the order of the IDs, which decides between equal bookings. The ID of a draft may be none of a row.
  const byId = new Map(positions.flat().map((contender) => [contender.id, contender]));
  const contenders = [...byId.values()].sort((a, b) => a.id - b.id);
  const snapshot = buildSnapshot(rowsOf(positions, contenders));
  const state = createDeliveryState(snapshot, createCapTable(capSlots));
  for (const booking of snapshot.bookingById.values()) {
    const { method, claimedPart } = contenders[booking.row.id - 1] as Contender;
    if (method === 'even' || method === 'asap') {
      state.acceptance[booking.bookingIndex] = Math.floor(claimedPart * drawSpace);
    }
  }
  const nothing = new Map<string, readonly string[]>();
  const slots = positions.map((_, index) => ({ slotName: String(index), parameters: nothing }));
  const won = positions.map((there) => new Map(there.map(({ id }) => [id, 0])));
  for (let request = 0; request < requests; request += 1) {
    const seed = [request, 0] as const;
    const { winners } = decide(snapshot, { slots, parameters: nothing }, { nowMs, seed, state, explain: false });
    for (const [index, winner] of winners.entries()) {
      if (winner === null) continue;
      const { id } = contenders[winner.ad.booking.id - 1] as Contender;
      const ofPosition = won[index] as Map<number, number>;
      ofPosition.set(id, (ofPosition.get(id) ?? 0) + 1);
    }
  }
  return won.map((times) => new Map([...times].map(([id, count]) => [id, count / requests])));
}

/** Returns rows with one page, and the contenders with the numbers from 1 as IDs. */
function rowsOf(positions: readonly (readonly Contender[])[], contenders: readonly Contender[]): SnapshotRows {
  const rows = {
    revision: 1,
    builtAtMs: 0,
    publishers: [{ id: 1, parentId: null }],
    publications: [{ id: 1, publisherId: 1, timeZone: 'UTC' }],
    locations: [{ id: 1, publicationId: 1, code: '' }],
    formats: [{ id: 1, code: '', width: null, height: null, mediaType: 'banner' }],
    positions: positions.map((_, index) => ({ id: index + 1, locationId: 1, formatId: 1, slotName: String(index) })),
    bookings: contenders.map((contender, index) => bookingOf(contender, index + 1, positions)),
    creatives: [plainCreative],
  };
  return rows as unknown as SnapshotRows;
}

function bookingOf(contender: Contender, id: number, positions: readonly (readonly Contender[])[]): BookingRow {
  const { priority, endMs, roadblock } = contender;
  const isThere = (there: readonly Contender[]) => there.some((one) => one.id === contender.id);
  const positionIds = positions.flatMap((there, index) => (isThere(there) ? [index + 1] : []));
  const row = {
    id,
    campaignId: 1,
    name: '',
    externalId: null,
    type: 'display',
    lifecycle: 'approved',
    paused: false,
    held: false,
    campaign: { name: '', type: 'campaign', delivering: true, advertiserId: 1 },
    startMs: 0,
    endMs,
    activeDays: [],
    dayParts: [],
    inventory: { positionIds, locationIds: [], publicationIds: [], publisherIds: [] },
    priority,
    // Other bookings are considered at each position separately.
    duplicatesAllowed: roadblock === 'none',
    roadblock,
    delivery: deliveryOf(contender),
    cpm: null,
    ads: [{ id, creativeId: 1, weight: 1, startMs: null, endMs: null }],
  };
  return row as unknown as BookingRow;
}

function deliveryOf({ method, claimedPart }: Contender): BookingDelivery {
  if (method === 'share_of_voice') return { method, basisPoints: Math.max(1, Math.round(claimedPart * 10_000)) };
  if (method === 'share' || method === 'fill') return { method };
  return { method, goal: { kind: 'impressions', total: Number.MAX_SAFE_INTEGER } };
}

const plainCreative = {
  id: 1,
  name: '',
  kind: 'html',
  formatId: 1,
  brandId: 1,
  width: null,
  height: null,
  html: '',
  file: null,
  clickUrl: null,
  altText: null,
  domains: [],
  updatedAtMs: 0,
} as unknown as CreativeRow;
