import { expect, test } from 'vitest';
import { testDecisionIds } from '../../../../test/support/counting/test-decision-ids.ts';
import { bookingRow, creativeRow, snapshotRows } from '../../../../test/support/server/test-delivery.ts';
import type { AdRequest } from '../../../core/decision/ad-request.ts';
import { decide } from '../../../core/decision/decide.ts';
import { missingParts, type RecordedRequest } from '../../../core/decision/explain/recorded-request.ts';
import { createBookingJudge, type SlotOutcome } from '../../../core/decision/judge-booking.ts';
import { createCapTable } from '../../../core/pacing/cap-table.ts';
import { createDeliveryState } from '../../../core/pacing/delivery-state.ts';
import { buildSnapshot } from '../../../core/snapshot/build-snapshot.ts';
import { DecisionDecoder } from '../../../exchange/decisions/decision-decoder.ts';
import { DecisionLog } from './decision-log.ts';

const startMs = Date.parse('2026-11-22T10:30:00Z');
const slots = [{ slotName: '_home_-lb', parameters: new Map() }];

function snapshotOf(count: number, change: (index: number) => Record<string, unknown>) {
  const bookings = Array.from({ length: count }, (_, index) =>
    bookingRow({ id: 100 + index, ...change(index) }, { id: 10_000 + index }),
  );
  return buildSnapshot(snapshotRows({ bookings, creatives: [creativeRow()] }));
}

/** Decides requests one millisecond apart and reads the recorded ones. */
async function keptOf(snapshot: ReturnType<typeof snapshotOf>, requests: readonly AdRequest[]) {
  const frames: Buffer[] = [];
  const append = (frame: Buffer) => void frames.push(frame);
  const writer = { append, close: () => Promise.resolve(), continues: false, failures: 0, lostFromMs: null };
  const log = new DecisionLog({ writer, processId: 'delivery-0', now: () => startMs });
  const state = createDeliveryState(snapshot, createCapTable(2 ** 16));
  for (const [index, request] of requests.entries()) {
    const nowMs = startMs + index;
    const reading = { ofAll: null };
    log.prepare(snapshot, request, state, nowMs);
    const decision = decide(snapshot, request, { nowMs, seed: [7, index], state, reading, explain: false });
    log.note(snapshot, request, decision, reading, testDecisionIds.next());
  }
  await log.close();
  const kept: RecordedRequest[] = [];
  const decoder = new DecisionDecoder();
  const request = (one: RecordedRequest) => kept.push(one) > 0;
  for (const frame of frames) decoder.read(frame, { request });
  return { kept, bytes: frames.reduce((sum, { length }) => sum + length, 0) };
}

function outcomesOf(snapshot: ReturnType<typeof snapshotOf>, bookingId: number, kept: readonly RecordedRequest[]) {
  const judge = createBookingJudge(snapshot, bookingId);
  const outcomes: (SlotOutcome | null)[] = [];
  for (const one of kept) judge(one, { stopped: 0, acceptance: null }, (outcome) => void outcomes.push(outcome));
  return outcomes;
}

const many = (count: number, requestOf: (index: number) => Omit<AdRequest, 'slots' | 'parameters'>) =>
  Array.from({ length: count }, (_, index) => ({ slots, parameters: new Map(), ...requestOf(index) }));

test('caps of a pool beyond the budget are not read, and their outcome is unknown', async () => {
  const requests = many(20, (index) => ({ context: { viewerKey: `viewer-${index % 2}` } }));
  const caps = (index: number) => (index === 0 ? {} : { caps: [{ scope: 'day', most: 1 }] });
  const small = snapshotOf(100, caps);
  expect((await keptOf(small, requests)).kept.map(({ missing }) => missing)).toEqual(Array(20).fill(0));
  const large = snapshotOf(2_000, caps);
  const { kept } = await keptOf(large, requests);
  expect(kept.map(({ missing }) => missing)).toEqual(Array(20).fill(missingParts.caps));
  expect(new Set(outcomesOf(large, 101, kept).filter((outcome) => outcome !== 'WON'))).toEqual(new Set([null]));
  // Bookings without caps are judged as before.
  expect(outcomesOf(large, 100, kept)).not.toContain(null);
});

test('of many requests per second some are read, regardless of the pool size', async () => {
  const snapshot = snapshotOf(200, () => ({ caps: [{ scope: 'day', most: 1 }] }));
  const { kept } = await keptOf(
    snapshot,
    many(2_000, (index) => ({ context: { viewerKey: `viewer-${index}` } })),
  );
  const whole = kept.filter(({ missing }) => missing === 0).length;
  // 1,600 units per request, with 400,000 units available and the same again per second, for two seconds.
  expect([whole >= 700, whole <= 760]).toEqual([true, true]);
});

test('page URLs are searched for the parts of a large pool within the budget', async () => {
  const requests = many(6, (index) => ({ context: { pageUrl: `https://site.example/section-2/${index}` } }));
  const change = (index: number) => ({ targeting: { urlParts: [`/section-${index}/`] } });
  const { kept } = await keptOf(snapshotOf(50, change), requests);
  expect(kept.map(({ facts }) => facts.asked)).toEqual(Array(6).fill([{ part: '_section_2_' }]));
  const large = snapshotOf(3_000, change);
  const beyond = await keptOf(large, requests);
  expect(beyond.kept.map(({ missing }) => missing)).toEqual(Array(6).fill(missingParts.page));
});

test('the ads that terms reject are evaluated within the budget and written once', async () => {
  let asked = 0;
  const termsOf = (floor: number) => ({
    accepts: ({ id }: { readonly id: number }) => {
      asked += 1;
      return id >= 10_050 && floor > 0;
    },
    inWords: () => `from ${floor} EUR`,
    key: () => `floor ${floor}`,
  });
  const requests = many(100, (index) => ({ terms: termsOf(1 + index / 7) }));
  const small = await keptOf(
    snapshotOf(100, () => ({})),
    requests,
  );
  expect(small.kept.map(({ terms }) => terms?.refusedAdIds.size)).toEqual(Array(100).fill(50));
  expect(small.kept[3]?.terms?.inWords).toBe(`from ${1 + 3 / 7} EUR`);
  expect(small.bytes).toBeLessThan(100 * 150);
  const large = snapshotOf(3_000, () => ({}));
  asked = 0;
  const { kept } = await keptOf(large, requests);
  expect(kept.map(({ missing }) => missing)).toEqual(Array(100).fill(missingParts.terms));
  // The decision evaluates the ads that it draws, and the log evaluates none.
  expect(asked).toBeLessThan(100 * 64);
  expect(outcomesOf(large, 100, kept).filter((outcome) => outcome !== 'WON')).toContain(null);
});
