import { expect, test, vi } from 'vitest';
import { caseBase } from '../../../test/oracle/cases/case-base.ts';
import { type CaseBooking, rowsOfCase } from '../../../test/oracle/cases/case-rows.ts';
import { buildSnapshot } from '../snapshot/build-snapshot.ts';
import type { AdRequest } from './ad-request.ts';
import { decide } from './decide.ts';

const nowMs = Date.parse('2026-11-02T12:00:00Z');
const request: AdRequest = { slots: [{ slotName: 'home-leaderboard', parameters: new Map() }], parameters: new Map() };

// Takes a few seconds on an idle machine. The limit allows for a busy one.
vi.setConfig({ testTimeout: 120_000 });

/** Priority 5 with an open end; priority 5 with 6 days left; priority 4 with 20 days left. */
const mixed: readonly CaseBooking[] = [
  { id: 1, priority: 5 },
  { id: 2, priority: 5, end: '2026-11-08T12:00:00Z' },
  { id: 3, priority: 4, end: '2026-11-22T12:00:00Z' },
];

test('1,000,000 draws over 3 bookings of mixed priority and end date match the share formula (chi-square)', () => {
  const snapshot = buildSnapshot(rowsOfCase(caseBase, mixed));
  const draws = 1_000_000;
  const wins = [0, 0, 0];
  for (let seed = 0; seed < draws; seed += 1) {
    const [winner] = decide(snapshot, request, { nowMs, seed: [0, seed], explain: false }).winners;
    const index = Number(winner?.ad.booking.id) - 1;
    wins[index] = (wins[index] as number) + 1;
  }
  // Computed by hand in units of 4^-5: open end 1; urgency 1/2 gives 4^(1/2) = 2; one priority higher with urgency 1/4
  // gives 4^(5/4).
  const weights = [1, 2, 4 ** 1.25];
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const chiSquare = weights.reduce((sum, weight, index) => {
    const expected = (draws * weight) / total;
    return sum + ((wins[index] as number) - expected) ** 2 / expected;
  }, 0);
  // Two degrees of freedom: exceeds 13.816 once in 1,000 samples. The seeds are fixed, so the test is deterministic.
  expect(chiSquare).toBeLessThan(13.816);
  expect(wins[0] as number).toBeLessThan(wins[1] as number);
});

test('creatives rotate by weight: 100,000 draws of weights 1 to 3 (chi-square)', () => {
  const ads = [
    { id: 10, creativeId: 1, weight: 1 },
    { id: 11, creativeId: 3, weight: 3 },
  ];
  const snapshot = buildSnapshot(rowsOfCase(caseBase, [{ id: 1, ads }]));
  const draws = 100_000;
  let first = 0;
  for (let seed = 0; seed < draws; seed += 1) {
    const [winner] = decide(snapshot, request, { nowMs, seed: [seed, 99], explain: false }).winners;
    if (winner?.ad.id === 10) first += 1;
  }
  const chiSquare = (first - 25_000) ** 2 / 25_000 + (25_000 - first) ** 2 / 75_000;
  // One degree of freedom: exceeds 10.828 once in 1,000 samples.
  expect(chiSquare).toBeLessThan(10.828);
});

test('a trace lists every candidate in ascending order of booking and is byte-identical when repeated', () => {
  const bookings: readonly CaseBooking[] = [...mixed, { id: 4, paused: true }, { id: 5, lifecycle: 'draft' }];
  const rows = () => rowsOfCase(caseBase, bookings.toReversed());
  const explain = () => {
    const decision = decide(buildSnapshot(rows()), request, { nowMs, seed: [3, 4], explain: true });
    // A position refers to the whole inventory in a cycle.
    return JSON.stringify(decision, (key, value) => (key === 'position' ? value.row : value));
  };
  const text = explain();
  expect(explain()).toBe(text);
  const [trace] = (JSON.parse(text) as Pick<ReturnType<typeof decide>, 'traces'>).traces;
  expect(trace?.candidates.map((candidate) => candidate.bookingId)).toEqual([1, 2, 3, 4, 5]);
  expect(trace?.candidates.slice(3)).toEqual([
    { bookingId: 4, eligible: false, reason: 'BOOKING_PAUSED', expected: 'not paused', actual: 'paused' },
    { bookingId: 5, eligible: false, reason: 'BOOKING_NOT_APPROVED', expected: 'approved', actual: 'draft' },
  ]);
  // 4^(1/2) / (1 + 4^(1/2) + 4^(5/4)) = 2 / 8.656854249492
  expect(trace?.candidates[1]).toMatchObject({ eligible: true, share: expect.closeTo(0.231_030_804, 9) });
});

test('a decision contains its inputs', () => {
  const decision = decide(buildSnapshot(rowsOfCase(caseBase, mixed)), request, { nowMs, seed: [3, 4], explain: false });
  expect(decision).toMatchObject({ revision: 7, nowMs, seed: [3, 4], traces: [] });
});

test('shares depend on the time of the decision, not on earlier decisions', () => {
  const snapshot = buildSnapshot(rowsOfCase(caseBase, mixed));
  const at = (instantMs: number) => decide(snapshot, request, { nowMs: instantMs, seed: [1, 1], explain: true }).traces;
  const noon = at(nowMs);
  expect(at(nowMs + 5 * 3_600_000)).not.toEqual(noon);
  expect(at(nowMs)).toEqual(noon);
});
