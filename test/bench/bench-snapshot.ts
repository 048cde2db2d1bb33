import type { SnapshotRows } from '../../src/core/snapshot/snapshot-rows.ts';

/** A publisher of moderate size: 120 positions, 400 bookings with two creatives each, on positions and wider nodes. */
const publications = 4;
const locationsPerPublication = 10;
const formats = ['leaderboard', 'rectangle', 'skyscraper'] as const;
const bookings = 400;
const wideBookings = 20;

/** The slot that the bench asks for. */
export const benchSlotName = '_p1l1_-rectangle';

/** Rows of a snapshot, the same in every run. */
export function benchSnapshot(): SnapshotRows {
  const positions = positionRows();
  const rows = {
    revision: 1,
    builtAtMs: Date.now(),
    publishers: [{ id: 1, parentId: null }],
    publications: count(publications).map((id) => ({ id, publisherId: 1, timeZone: 'Europe/Brussels' })),
    locations: locationRows(),
    formats: formats.map((code, index) => ({ id: index + 1, code, width: 300, height: 250, mediaType: 'banner' })),
    positions,
    bookings: count(bookings).map((id) => bookingRow(id, positions.length)),
    creatives: count(bookings * formats.length).map(creativeRow),
  };
  return rows as unknown as SnapshotRows;
}

function locationRows() {
  return count(publications).flatMap((publicationId) =>
    count(locationsPerPublication).map((number) => ({
      id: (publicationId - 1) * locationsPerPublication + number,
      publicationId,
      code: `_p${publicationId}l${number}_`,
    })),
  );
}

function positionRows() {
  return locationRows().flatMap((location) =>
    formats.map((code, index) => ({
      id: (location.id - 1) * formats.length + index + 1,
      locationId: location.id,
      formatId: index + 1,
      slotName: `${location.code}-${code}`,
    })),
  );
}

/** Each booking has one creative per format; the first few are for a whole publication, the rest for six positions. */
function bookingRow(id: number, positionCount: number) {
  const isWide = id <= wideBookings;
  const day = 24 * 60 * 60 * 1000;
  return {
    id,
    campaignId: Math.ceil(id / 4),
    name: `Booking ${id}`,
    externalId: null,
    type: 'display',
    lifecycle: 'approved',
    paused: false,
    held: false,
    campaign: { name: `Campaign ${Math.ceil(id / 4)}`, type: 'campaign', delivering: true, advertiserId: 1 },
    startMs: Date.now() - 10 * day,
    endMs: id % 3 === 0 ? null : Date.now() + (1 + (id % 30)) * day,
    activeDays: [],
    dayParts: [],
    inventory: {
      positionIds: isWide ? [] : count(6).map((number) => ((id * 7 + number * 11) % positionCount) + 1),
      locationIds: [],
      publicationIds: isWide ? [1 + (id % publications)] : [],
      publisherIds: [],
    },
    priority: id % 10,
    cpm: id % 2 === 0 ? { micros: 2_500_000, currency: 'EUR' } : null,
    ads: formats.map((_, index) => ({
      id: (id - 1) * formats.length + index + 1,
      creativeId: (id - 1) * formats.length + index + 1,
      weight: 1 + index,
      startMs: null,
      endMs: null,
    })),
  };
}

function creativeRow(id: number) {
  const sha256 = id.toString(16).padStart(64, '0');
  return {
    id,
    name: `Creative ${id}`,
    kind: 'image',
    formatId: ((id - 1) % formats.length) + 1,
    brandId: 1,
    width: 300,
    height: 250,
    html: null,
    file: { path: `media/${sha256}/banner.png`, mime: 'image/png', bytes: 20_000, sha256 },
    clickUrl: `https://shop.example/offer/${id}`,
    altText: 'An offer',
    domains: ['shop.example'],
    updatedAtMs: 1_795_000_000_000,
  };
}

function count(to: number): number[] {
  return Array.from({ length: to }, (_, index) => index + 1);
}
