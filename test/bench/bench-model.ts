import type { AdRequest } from '../../src/core/decision/ad-request.ts';
import type { SnapshotRows } from '../../src/core/snapshot/snapshot-rows.ts';
import { dayMs } from '../../src/core/time/durations.ts';
import type { RowBatch } from '../../src/exchange/snapshot/row-batch.ts';
import { type Chance, chanceOf } from '../support/attacks/odd-streams.ts';
import { contextOf, dayPartsOf, mixedParameters, targetingOf } from './targeting-mix.ts';

/**
 * Account model of all measurements, identical in every run: 10 publishers with 10 publications each, 2,000 positions
 * in 12 formats; bookings on 1 to 10 positions (70 %), 1 to 3 publications (20 %), a publisher (7 %) or everything (3
 * %), each with one creative; varied priorities and ends; targeting and dayparts from `targeting-mix.ts`; requests
 * distributed by Zipf's law.
 */
const publishers = 10;
const publications = 100;
const positions = 2_000;
const formats = 12;
const seed = 20_260_720;
const rowsPerBatch = 64;

/** Returns the rows of a snapshot with the given number of bookings. */
export function benchRows(bookings: number): SnapshotRows {
  const rows: Record<string, unknown[]> = {};
  for (const { kind, rows: some } of benchBatches(bookings)) {
    const known = rows[kind] ?? [];
    rows[kind] = known;
    known.push(...some);
  }
  return { revision: 1, builtAtMs: Date.now(), ...rows } as unknown as SnapshotRows;
}

/** Yields the same rows in batches, as in a file. A million do not fit into memory next to the resulting snapshot. */
export function* benchBatches(bookings: number): Generator<RowBatch> {
  const chance = chanceOf(seed);
  const mix = chanceOf(seed + 1_000);
  yield* batches('publishers', publishers, (id) => ({ id, parentId: null }));
  yield* batches('publications', publications, (id) => ({
    id,
    publisherId: 1 + (id % publishers),
    timeZone: 'Europe/Brussels',
  }));
  yield* batches('locations', positions, (id) => ({ id, publicationId: 1 + (id % publications), code: `_p${id}_` }));
  yield* batches('formats', formats, (id) => ({ id, code: `f${id}`, width: 300, height: 250, mediaType: 'banner' }));
  yield* batches('positions', positions, (id) => ({
    id,
    locationId: id,
    formatId: formatOf(id),
    slotName: slotNameOf(id),
  }));
  yield* batches('creatives', bookings, creativeRow);
  yield* batches('bookings', bookings, (id) => bookingRow(id, chance, mix));
}

function* batches(kind: RowBatch['kind'], number: number, rowOf: (id: number) => unknown): Generator<RowBatch> {
  for (let from = 1; from <= number; from += rowsPerBatch) {
    const rows = Array.from({ length: Math.min(rowsPerBatch, number - from + 1) }, (_, index) => rowOf(from + index));
    yield { kind, rows } as unknown as RowBatch;
  }
}

/** Returns bodies of ad requests of Prebid.js with the given number of slots, in the order of traffic. */
export function benchBodies(number: number, slots: number): string[] {
  const chance = chanceOf(seed + slots);
  const mix = chanceOf(seed + 2_000);
  const position = zipf(chance);
  return count(number).map(() =>
    JSON.stringify({
      slots: distinct(slots, position).map((id) => ({
        slotname: slotNameOf(id),
        parameters: { ci: ['gent'] },
      })),
      parameters: {
        tl: ['all'],
        xf: [Buffer.from('https://news.example/sports/2026/11/cup-final.html').toString('base64url')],
        ...mixedParameters(mix),
        br: ['Chrome', 'Chrome156', 'Linux'],
      },
      vastContentAsUrl: true,
    }),
  );
}

/** Returns requests for one slot as decisions receive them, in the order of traffic. */
export function benchRequests(number: number): AdRequest[] {
  const chance = chanceOf(seed);
  const mix = chanceOf(seed + 3_000);
  const position = zipf(chance);
  return count(number).map(() => {
    const parameters = mixedParameters(mix);
    return {
      slots: [{ slotName: slotNameOf(position()), parameters: new Map() }],
      parameters: new Map(Object.entries(parameters)),
      context: contextOf(mix, parameters),
    };
  });
}

function slotNameOf(positionId: number): string {
  return `_p${positionId}_-f${formatOf(positionId)}`;
}

function formatOf(id: number): number {
  return 1 + (id % formats);
}

function bookingRow(id: number, chance: Chance, mix: Chance) {
  const formatId = formatOf(id);
  return {
    id,
    campaignId: Math.ceil(id / 4),
    name: `Booking ${id}`,
    externalId: null,
    type: 'display',
    lifecycle: 'approved',
    paused: false,
    held: false,
    campaign: {
      name: `Campaign ${Math.ceil(id / 4)}`,
      type: 'campaign',
      delivering: true,
      advertiserId: 1 + (id % 500),
    },
    startMs: Date.now() - 10 * dayMs,
    endMs: chance() < 0.3 ? null : Date.now() + (1 + below(chance, 60)) * dayMs,
    activeDays: [],
    dayParts: dayPartsOf(mix),
    inventory: inventoryOf(formatId, chance),
    priority: below(chance, 10),
    targeting: targetingOf(mix),
    cpm: chance() < 0.5 ? { micros: 2_500_000, currency: 'EUR' } : null,
    ads: [{ id, creativeId: id, weight: 1, startMs: null, endMs: null }],
  };
}

function inventoryOf(formatId: number, chance: Chance) {
  const nowhere = { positionIds: [], locationIds: [], publicationIds: [], publisherIds: [] };
  const kind = chance();
  if (kind < 0.7) {
    // One in twelve positions has the booking's format, at equal intervals.
    const ofFormat = () =>
      1 + ((formatId + formats - 2) % formats) + formats * below(chance, Math.floor(positions / formats) - 1);
    return { ...nowhere, positionIds: distinct(1 + below(chance, 10), ofFormat) };
  }
  if (kind < 0.9) {
    return { ...nowhere, publicationIds: distinct(1 + below(chance, 3), () => 1 + below(chance, publications)) };
  }
  return { ...nowhere, publisherIds: kind < 0.97 ? [1 + below(chance, publishers)] : count(publishers) };
}

function creativeRow(id: number) {
  const sha256 = id.toString(16).padStart(64, '0');
  return {
    id,
    name: `Creative ${id}`,
    kind: 'image',
    formatId: formatOf(id),
    brandId: 1,
    width: 300,
    height: 250,
    html: null,
    file: { path: `media/${sha256}/banner.png`, mime: 'image/png' },
    clickUrl: `https://shop.example/offer/${id}`,
    altText: 'An offer',
    domains: ['shop.example'],
    updatedAtMs: 1_795_000_000_000,
  };
}

/** Returns a generator: position n is requested in proportion to 1 / n. */
function zipf(chance: Chance): () => number {
  let sum = 0;
  const upTo = count(positions).map((n) => {
    sum += 1 / n;
    return sum;
  });
  return () => {
    const wanted = chance() * sum;
    return 1 + upTo.findIndex((bound) => wanted < bound);
  };
}

function distinct(number: number, draw: () => number): number[] {
  const drawn = new Set<number>();
  while (drawn.size < number) drawn.add(draw());
  return [...drawn];
}

/** Returns an integer from 0 to the limit, exclusive. */
function below(chance: Chance, limit: number): number {
  return Math.floor(chance() * limit);
}

function count(to: number): number[] {
  return Array.from({ length: to }, (_, index) => index + 1);
}
