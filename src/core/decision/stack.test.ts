import { describe, expect, test, vi } from 'vitest';
import { caseBase } from '../../../test/oracle/cases/case-base.ts';
import { type CaseBase, type CaseBooking, rowsOfCase } from '../../../test/oracle/cases/case-rows.ts';
import { buildSnapshot } from '../snapshot/build-snapshot.ts';
import { dayMs } from '../time/durations.ts';
import type { AdRequest, RequestedSlot } from './ad-request.ts';
import { decide } from './decide.ts';
import type { Seed } from './draw/random.ts';
import { bookingWeight } from './draw/share.ts';

const nowMs = Date.parse('2026-11-02T12:00:00Z');
// Takes seconds on an idle machine. The limit allows for a busy one.
vi.setConfig({ testTimeout: 120_000 });

const parameters = new Map();
const slot = (slotName: string): RequestedSlot => ({ slotName, parameters });

/** Returns one slot that requests `ads` different ads. */
function stackOf(slotName: string, ads: number): readonly RequestedSlot[] {
  return [slot(slotName), ...Array.from({ length: ads - 1 }, () => ({ ...slot(slotName), isFurther: true as const }))];
}

/** Returns the IDs of the winning bookings by slot. */
function winnersOf(bookings: readonly CaseBooking[]) {
  const snapshot = buildSnapshot(rowsOfCase(caseBase, bookings));
  return (slots: readonly RequestedSlot[], seed: Seed): (number | null)[] => {
    const request: AdRequest = { slots, parameters };
    return decide(snapshot, request, { nowMs, seed, explain: false }).winners.map(
      (winner) => winner?.ad.booking.id ?? null,
    );
  };
}

/** Four bookings with different weights. */
const unequal: readonly CaseBooking[] = [
  { id: 1, priority: 5 },
  { id: 2, priority: 5, end: '2026-11-08T12:00:00Z' },
  { id: 3, priority: 4, end: '2026-11-22T12:00:00Z' },
  { id: 4, priority: 6, end: '2026-11-03T12:00:00Z' },
];

function manyBookings(count: number): CaseBooking[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    priority: 4 + (index % 3),
    endMs: index % 4 === 0 ? null : nowMs + 1 + ((index * 37) % 90) * dayMs,
    inventory: { locationIds: [1] },
  }));
}

/** Returns all ordered selections of `left` entries. */
function ordered(entries: readonly number[], left: number): number[][] {
  if (left === 0) return [[]];
  return entries.flatMap((entry) =>
    ordered(
      entries.filter((other) => other !== entry),
      left - 1,
    ).map((rest) => [entry, ...rest]),
  );
}

describe('successive draws of one position', () => {
  test('produce every order of 3 of 4 bookings with its exact probability (chi-square over 200,000 stacks)', () => {
    const decided = winnersOf(unequal);
    const rows = rowsOfCase(caseBase, unequal).bookings;
    const weights = new Map(rows.map((row) => [Number(row.id), bookingWeight({ ...row }, nowMs)]));
    const draws = 200_000;
    const counts = new Map<string, number>();
    for (let seed = 0; seed < draws; seed += 1) {
      const key = decided(stackOf('home-leaderboard', 3), [seed, 7]).join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    let value = 0;
    const orders = ordered([...weights.keys()], 3);
    for (const order of orders) {
      // Each draw is among the remaining bookings, by weight.
      const left = new Map(weights);
      let probability = 1;
      for (const id of order) {
        probability *= (left.get(id) as number) / [...left.values()].reduce((sum, weight) => sum + weight, 0);
        left.delete(id);
      }
      const expected = draws * probability;
      value += ((counts.get(order.join()) ?? 0) - expected) ** 2 / expected;
    }
    expect([...counts.keys()].every((key) => orders.some((order) => order.join() === key))).toBe(true);
    // 23 degrees of freedom: exceeds 49.728 once in 1,000 samples. The seeds are fixed, so the test is deterministic.
    expect(value).toBeLessThan(49.728);
  });

  test.each([
    ['small', 12],
    ['large', 400],
  ])('equal, ticket for ticket, those of several positions with the same %s pool', (_, count) => {
    const positions = [1, 2, 3, 4].map((id) => ({ ...caseBase.positions[0], id: 100 + id, slotName: `same-${id}` }));
    const snapshot = buildSnapshot(rowsOfCase({ ...caseBase, positions } as CaseBase, manyBookings(count)));
    const decided = (slots: readonly RequestedSlot[], seed: Seed) =>
      decide(snapshot, { slots, parameters }, { nowMs, seed, explain: false }).winners.map((winner) => winner?.ad.id);
    for (let seed = 0; seed < 2_000; seed += 1) {
      const apart = decided(
        [1, 2, 3, 4].map((id) => slot(`same-${id}`)),
        [3, seed],
      );
      expect(decided(stackOf('same-1', 4), [3, seed])).toEqual(apart);
      expect(new Set(apart).size).toBe(4);
    }
  });

  test('end when no booking is left, with each booking once', () => {
    const decided = winnersOf(unequal);
    for (let seed = 0; seed < 200; seed += 1) {
      const winners = decided(stackOf('home-leaderboard', 7), [seed, 1]);
      expect(winners.slice(4)).toEqual([null, null, null]);
      expect(winners.slice(0, 4).toSorted()).toEqual([1, 2, 3, 4]);
    }
    expect(winnersOf([])(stackOf('home-leaderboard', 3), [1, 1])).toEqual([null, null, null]);
  });

  test('select all bookings of a large pool', () => {
    const winners = winnersOf(manyBookings(300))(stackOf('home-leaderboard', 1_000), [1, 1]);
    expect(new Set(winners.slice(0, 300)).size).toBe(300);
    expect(winners.slice(300).every((winner) => winner === null)).toBe(true);
  });

  test('select a booking that may win twice per request only once per stack', () => {
    const inventory = { publicationIds: [1] };
    const decided = winnersOf([
      { id: 1, duplicatesAllowed: true, inventory },
      { id: 2, inventory },
    ]);
    for (let seed = 0; seed < 100; seed += 1) {
      const [before, ...stack] = decided([slot('sport-leaderboard'), ...stackOf('home-leaderboard', 3)], [seed, 2]);
      expect(stack.filter((winner) => winner === 1)).toHaveLength(1);
      expect(stack.filter((winner) => winner === 2)).toHaveLength(before === 2 ? 0 : 1);
    }
  });

  test('separate bookings with a common exclusion label', () => {
    const decided = winnersOf([{ id: 1, exclusionLabels: ['beer'] }, { id: 2, exclusionLabels: ['beer'] }, { id: 3 }]);
    for (let seed = 0; seed < 100; seed += 1) {
      const winners = decided(stackOf('home-leaderboard', 3), [seed, 3]);
      expect(winners[2]).toBeNull();
      expect(winners.slice(0, 2)).toContain(3);
    }
  });

  test('leave a repeated slot name without an ad unless it requests a further ad', () => {
    const winners = winnersOf(unequal)([...stackOf('home-leaderboard', 2), slot('home-leaderboard')], [1, 1]);
    expect(winners.map((winner) => winner === null)).toEqual([false, false, true]);
  });

  test('have one trace each', () => {
    const snapshot = buildSnapshot(rowsOfCase(caseBase, unequal));
    const { traces, winners } = decide(
      snapshot,
      { slots: stackOf('home-leaderboard', 2), parameters },
      { nowMs, seed: [1, 2], explain: true },
    );
    const first = Number(winners[0]?.ad.booking.id);
    const refused = traces[1]?.candidates.filter((candidate) => !candidate.eligible);
    expect(refused).toEqual([expect.objectContaining({ bookingId: first, reason: 'ALREADY_IN_REQUEST' })]);
  });
});
