import { expect, test } from 'vitest';
import type { AdRequest } from '../../src/core/decision/ad-request.ts';
import { decide } from '../../src/core/decision/decide.ts';
import { createCapTable } from '../../src/core/pacing/cap-table.ts';
import { createDeliveryState } from '../../src/core/pacing/delivery-state.ts';
import { buildSnapshot } from '../../src/core/snapshot/build-snapshot.ts';
import type { SnapshotAd } from '../../src/core/snapshot/snapshot.ts';
import { DecisionLog } from '../../src/delivery/decide/decision-log/decision-log.ts';
import { testDecisionIds } from '../support/counting/test-decision-ids.ts';
import { bookingRow, creativeRow, snapshotRows } from '../support/server/test-delivery.ts';

/** On one position. */
const bookingCount = 5_000;
const requestCount = 2_000;
/**
 * Most microseconds that the log may add to the median request with any targeting: a hundredth of the cost of a pool.
 */
const mostAddedUs = 20;
const startMs = Date.parse('2026-11-22T10:30:00Z');
const slots = [{ slotName: '_home_-lb', parameters: new Map() }];

type Change = (index: number) => Record<string, unknown>;

/** Returns the median duration of a decision in microseconds. The decisions' clock advances by a millisecond each. */
async function medianUs(change: Change, requestOf: (index: number) => Partial<AdRequest>, isKept: boolean) {
  const bookings = Array.from({ length: bookingCount }, (_, index) =>
    bookingRow({ id: 100 + index, ...change(index) }, { id: 10_000 + index }),
  );
  const snapshot = buildSnapshot(snapshotRows({ bookings, creatives: [creativeRow()] }));
  const state = createDeliveryState(snapshot, createCapTable(2 ** 18));
  const writer = {
    append: () => undefined,
    close: async () => undefined,
    continues: false,
    failures: 0,
    lostFromMs: null,
  };
  const log = new DecisionLog({ writer, processId: 'delivery-0', now: () => startMs });
  const times: number[] = [];
  for (let index = 0; index < requestCount; index += 1) {
    const request: AdRequest = { slots, parameters: new Map(), ...requestOf(index) };
    const [nowMs, id, reading] = [startMs + index, testDecisionIds.next(), { ofAll: null }];
    const begin = performance.now();
    if (isKept) log.prepare(snapshot, request, state, nowMs);
    const seed = [id.readUInt32BE(0), id.readUInt32BE(4)] as const;
    const decided = decide(snapshot, request, { nowMs, seed, state, reading, explain: false });
    if (isKept) log.note(snapshot, request, decided, reading, id);
    times.push((performance.now() - begin) * 1_000);
  }
  await log.close();
  // The first requests are the warm-up.
  const settled = times.slice(requestCount / 4).sort((one, other) => one - other);
  return settled[Math.floor(settled.length / 2)] as number;
}

const floorTerms = (floor: number) => ({
  accepts: ({ booking }: SnapshotAd) => (booking.cpm?.micros ?? 0) >= floor,
  inWords: () => `from ${floor} EUR`,
  key: () => `floor ${floor}`,
});

const cases: readonly (readonly [string, Change, (index: number) => Partial<AdRequest>])[] = [
  ['caps', () => ({ caps: [{ scope: 'day', most: 3 }] }), (index) => ({ context: { viewerKey: `viewer-${index}` } })],
  [
    'distinct pages',
    (index) => ({ targeting: index % 2 === 1 ? { urlParts: [`/section-${index}/`] } : null }),
    (index) => ({ context: { pageUrl: `https://site.example/article/${index}/${'x'.repeat(300)}?q=${index}` } }),
  ],
  [
    'geoAreas',
    (index) => ({
      targeting: index % 2 === 1 ? { near: { latitude: 50 + index / 10_000, longitude: 4, metres: 500 } } : null,
    }),
    () => ({ context: { coordinates: { latitude: 51, longitude: 3 } } }),
  ],
  [
    'distinct floors',
    (index) => ({ cpm: { currency: 'EUR', micros: index * 1_000 } }),
    (index) => ({ terms: floorTerms(1_000 + index * 999.5) }),
  ],
];

test.each(cases)(
  `recording decisions adds little to a request whose position has ${bookingCount} bookings: %s`,
  async (name, change, requestOf) => {
    const without = await medianUs(change, requestOf, false);
    const kept = await medianUs(change, requestOf, true);
    process.stdout.write(`${name}: ${without.toFixed(1)} us without, ${kept.toFixed(1)} us with recording\n`);
    expect(kept - without).toBeLessThan(mostAddedUs);
  },
);
