import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { caseBase } from '../../../../test/oracle/cases/case-base.ts';
import { type CaseBooking, rowsOfCase } from '../../../../test/oracle/cases/case-rows.ts';
import { referenceDecide } from '../../../../test/oracle/reference/reference-decide.ts';
import { referenceWeight } from '../../../../test/oracle/reference/reference-share.ts';
import { buildSnapshot } from '../../snapshot/build-snapshot.ts';
import type { SnapshotPosition } from '../../snapshot/snapshot.ts';
import { dayMs, hourMs } from '../../time/durations.ts';
import { decide } from '../decide.ts';
import { bookingWeight } from '../draw/share.ts';
import { hourTablesOf, poolTableOf } from './hour-tables.ts';
import { weightPerNumber } from './levels.ts';
import { weightIndex } from './member-arena.ts';

const nowMs = Date.parse('2026-11-02T12:34:56Z');
// Takes seconds on an idle machine. The limit allows for a busy one.
vi.setConfig({ testTimeout: 120_000 });

function requestOf(...slotNames: readonly string[]) {
  return { slots: slotNames.map((slotName) => ({ slotName, parameters: new Map() })), parameters: new Map() };
}

/**
 * Returns the chi-square of counts against weights, and the value that one sample in 1,000 exceeds (Wilson, Hilferty).
 */
function chiSquare(counts: readonly number[], weights: readonly number[]): { value: number; limit: number } {
  const draws = counts.reduce((sum, count) => sum + count, 0);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const value = counts.reduce((sum, count, index) => {
    const expected = (draws * (weights[index] as number)) / total;
    return sum + (count - expected) ** 2 / expected;
  }, 0);
  const degrees = counts.length - 1;
  return { value, limit: degrees * (1 - 2 / (9 * degrees) + 3.0902 * Math.sqrt(2 / (9 * degrees))) ** 3 };
}

/**
 * Returns bookings at all inventory levels with priorities 4 to 6 and ends from today to open. Every fifth runs only in
 * the afternoon.
 */
function mixedBookings(count: number): CaseBooking[] {
  const inventories = [{ positionIds: [1] }, { locationIds: [1] }, { publicationIds: [1] }, { publisherIds: [1] }];
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    priority: 4 + (index % 3),
    endMs: index % 4 === 0 ? null : nowMs + 1 + ((index * 37) % 90) * dayMs,
    inventory: inventories[(index * 7) % 4] as Readonly<Record<string, readonly number[]>>,
    dayParts: index % 5 === 0 ? [{ days: [], fromMinute: 17 * 60, toMinute: 18 * 60 }] : [],
  }));
}

describe('pool table', () => {
  const snapshot = buildSnapshot(rowsOfCase(caseBase, mixedBookings(500)));
  const position = snapshot.positionBySlotName.get('home-leaderboard') as SnapshotPosition;
  const pool = poolTableOf(hourTablesOf(snapshot), position, nowMs, 'candidates');
  const { traces } = decide(snapshot, requestOf('home-leaderboard'), { nowMs, seed: [1, 5], explain: true });
  const trace = traces[0];

  test('assigns contiguous, disjoint intervals of whole tickets to the members', () => {
    expect(trace?.trials.at(-1)?.outcome).toBe('won');
    const intervals = trace?.candidates.flatMap((one) => (one.eligible ? [[one.fromTicket, one.toTicket]] : [])) ?? [];
    expect(intervals).toHaveLength(400);
    const sorted = intervals.toSorted((a, b) => (a[0] as number) - (b[0] as number));
    for (const [index, [from, to]] of sorted.entries()) {
      expect(Number.isInteger(from) && Number.isInteger(to)).toBe(true);
      expect(from).toBeGreaterThanOrEqual(sorted[index - 1]?.[1] ?? 0);
      expect(to).toBeGreaterThan(from as number);
    }
    expect(sorted.at(-1)?.[1]).toBeLessThanOrEqual(2 ** 48);
  });

  test('has accepted (ticket, number) pairs in proportion to the exact weights, with an error of 2 in 2^47', () => {
    const { members, weights, candidates } = pool.arena;
    const shares = pool.groups.flatMap(({ range, size, levelStarts }) =>
      [...members.subarray(range.first, range.first + size)].map((number, offset) => {
        const { booking } = candidates.at(number);
        const memberIndex = range.first + offset;
        const level = levelStarts.findLastIndex((start) => start <= offset);
        const cap = [8, 9, 10, 11, 13, 15, 17, 20, 23, 27][level % 10] as number;
        const tickets = BigInt(cap * 4 ** (9 - booking.priority));
        return {
          product: tickets * acceptedNumbers(weights, memberIndex, level),
          weight: referenceWeight(booking, nowMs),
        };
      }),
    );
    expect(shares).toHaveLength(500);
    const [first] = shares;
    for (const { product, weight } of shares) {
      const left = product * (first?.weight ?? 0n);
      const right = weight * (first?.product ?? 0n);
      const distance = left > right ? left - right : right - left;
      expect(distance * (1n << 46n)).toBeLessThan(right);
    }
  });
});

/** Returns how many numbers accept a member. */
function acceptedNumbers(weights: Float64Array, memberIndex: number, level: number): bigint {
  return BigInt(Math.ceil((weights[weightIndex(memberIndex)] as number) / (weightPerNumber[level] as number)));
}

describe('winners', () => {
  const bookings = mixedBookings(300);
  const snapshot = buildSnapshot(rowsOfCase(caseBase, bookings));
  const eligible = bookings.filter((booking) => booking.dayParts?.length === 0);
  const weights = eligible.map(({ priority, endMs }) =>
    bookingWeight({ priority: priority as number, endMs: endMs as number | null }, nowMs),
  );
  const draw = (slotNames: readonly string[], seed: number) =>
    decide(snapshot, requestOf(...slotNames), { nowMs, seed: [seed, 3], explain: false }).winners.map(
      (winner) => winner?.ad.booking.id ?? 0,
    );

  test('match the shares in 300,000 draws from 240 eligible of 300 bookings (chi-square)', () => {
    const wins = new Map<number, number>();
    for (let seed = 0; seed < 300_000; seed += 1) {
      const [id] = draw(['home-leaderboard'], seed);
      wins.set(id as number, (wins.get(id as number) ?? 0) + 1);
    }
    const counts = eligible.map(({ id }) => wins.get(id) ?? 0);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(300_000);
    const { value, limit } = chiSquare(counts, weights);
    expect(value).toBeLessThan(limit);
  });

  test('of the second slot match the shares of the rest: pairs of priorities over 200,000 draws (chi-square)', () => {
    const wide = bookings.map((booking) => ({ ...booking, inventory: { publisherIds: [1] } }));
    const heavy = [{ id: 9000, priority: 2, inventory: { publisherIds: [1] } }];
    const both = buildSnapshot(rowsOfCase(caseBase, [...wide, ...heavy]));
    const kinds = [...eligible.map(({ priority }) => priority as number), 2];
    const all = [...weights, bookingWeight({ priority: 2, endMs: null }, nowMs)];
    const kindOf = new Map([...eligible.map(({ id }, index) => [id, kinds[index]] as const), [9000, 2] as const]);
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 200_000; seed += 1) {
      const request = requestOf('home-leaderboard', 'sport-leaderboard');
      const { winners } = decide(both, request, { nowMs, seed: [seed, 4], explain: false });
      const [first, second] = winners.map((winner) => winner?.ad.booking.id ?? 0);
      expect(first).not.toBe(second);
      const pair = `${kindOf.get(first as number)} ${kindOf.get(second as number)}`;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
    const total = all.reduce((sum, weight) => sum + weight, 0);
    const expected = new Map<string, number>();
    for (const [i, one] of all.entries()) {
      for (const [j, other] of all.entries()) {
        if (i === j) continue;
        const pair = `${kinds[i]} ${kinds[j]}`;
        expected.set(pair, (expected.get(pair) ?? 0) + ((one / total) * other) / (total - one));
      }
    }
    const pairs = [...expected.keys()];
    expect([...counts.keys()].toSorted()).toEqual(pairs.toSorted());
    const { value, limit } = chiSquare(
      pairs.map((pair) => counts.get(pair) as number),
      pairs.map((pair) => expected.get(pair) as number),
    );
    expect(value).toBeLessThan(limit);
  });

  test('of the scan match the shares when trials name only rejected bookings (chi-square)', () => {
    const refused = Array.from(
      { length: 80 },
      (_, index): CaseBooking => ({
        id: 100 + index,
        priority: 0,
        activeDays: ['sun'],
      }),
    );
    const few: CaseBooking[] = [
      { id: 1, priority: 9 },
      { id: 2, priority: 9, endMs: nowMs + 6 * dayMs },
      { id: 3, priority: 8 },
    ];
    const rare = buildSnapshot(rowsOfCase(caseBase, [...refused, ...few]));
    const counts = [0, 0, 0];
    for (let seed = 0; seed < 20_000; seed += 1) {
      const { winners } = decide(rare, requestOf('home-leaderboard'), { nowMs, seed: [seed, 5], explain: false });
      const index = Number(winners[0]?.ad.booking.id) - 1;
      counts[index] = (counts[index] as number) + 1;
    }
    const { value, limit } = chiSquare(
      counts,
      few.map(({ priority, endMs }) => bookingWeight({ priority: priority as number, endMs: endMs ?? null }, nowMs)),
    );
    expect(value).toBeLessThan(limit);
    const [trace] = decide(rare, requestOf('home-leaderboard'), { nowMs, seed: [1, 5], explain: true }).traces;
    expect(trace?.trials).toHaveLength(64);
    expect(trace?.trials.every((trial) => trial.outcome !== 'won')).toBe(true);
    expect(trace?.candidates.filter((one) => one.eligible).at(-1)).toMatchObject({ bookingId: 3, toTicket: 2 ** 48 });
  });

  test('do not exist in a large pool where every booking is rejected', () => {
    const none = Array.from({ length: 70 }, (_, index): CaseBooking => ({ id: index + 1, activeDays: ['sun'] }));
    const empty = buildSnapshot(rowsOfCase(caseBase, none));
    const decision = decide(empty, requestOf('home-leaderboard'), { nowMs, seed: [1, 5], explain: true });
    expect(decision.winners).toEqual([null]);
    expect(decision.traces[0]).toMatchObject({ draw: null });
  });
});

const distance = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -3 * hourMs, max: 3000 * hourMs }));
const ids = (most: number): fc.Arbitrary<number[]> => fc.array(fc.integer({ min: 1, max: most }), { maxLength: 1 });
const booking = fc.record({
  paused: fc.constantFrom(false, false, false, false, true),
  startMs: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: -900 * hourMs, max: 0 }) }, distance),
  endMs: fc.option(distance, { nil: null }),
  activeDays: fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, fc.constant(['sun' as const])),
  priority: fc.integer({ min: 3, max: 6 }),
  inventory: fc.record({ positionIds: ids(2), locationIds: ids(2), publicationIds: ids(1), publisherIds: ids(4) }),
});
const situation = fc.record({
  at: fc.integer({ min: nowMs - dayMs, max: nowMs + dayMs }),
  bookings: fc.array(booking, { minLength: 90, maxLength: 140 }),
  seed: fc.tuple(fc.integer({ min: 0, max: 0xffffffff }), fc.integer({ min: 0, max: 0xffffffff })),
});

test('both engines agree on every trial and winner of large pools', () => {
  const seen = { trials: 0, scans: 0, outcomes: new Set<string>() };
  fc.assert(
    fc.property(situation, ({ at, bookings, seed }) => {
      const written = bookings.map((one, index) => ({
        ...one,
        id: ((index * 11) % bookings.length) + 1,
        startMs: at + one.startMs,
        endMs: one.endMs === null ? null : at + one.endMs,
      }));
      const unique = [...new Map(written.map((one) => [one.id, one])).values()];
      const rows = () => rowsOfCase(caseBase, unique);
      const slotNames = ['home-leaderboard', 'sport-leaderboard'];
      const { winners, traces } = decide(buildSnapshot(rows()), requestOf(...slotNames), {
        nowMs: at,
        seed,
        explain: true,
      });
      for (const [index, slot] of referenceDecide(rows(), slotNames, { nowMs: at, seed }).entries()) {
        const trace = traces[index];
        expect(trace?.trials).toEqual(slot.trials.map((trial) => ({ ...trial, ticket: Number(trial.ticket) })));
        expect(winners[index]?.ad.booking.id ?? null).toBe(slot.winner?.bookingId ?? null);
        expect(trace?.draw ?? null).toBe(slot.draw === null ? null : Number(slot.draw));
        for (const { outcome } of slot.trials) seen.outcomes.add(outcome);
        if (slot.trials.length > 0) seen.trials += 1;
        else seen.scans += 1;
      }
    }),
    { numRuns: 150, seed: 20261121 },
  );
  expect(seen.trials).toBeGreaterThan(50);
  expect(seen.scans).toBeGreaterThan(5);
  expect(seen.outcomes).toContain('weighed_out');
  expect(seen.outcomes).toContain('refused');
});

test('a clock that is set back over the hour, with another position requested in between, changes no result', () => {
  // Half of them end within this hour. In the next hour their slots are reallocated.
  const bookings = mixedBookings(400).map((one) => ({
    ...one,
    inventory: { publisherIds: [1] },
    endMs: one.id % 2 === 0 ? nowMs + 10 * 60_000 : null,
  }));
  const snapshot = buildSnapshot(rowsOfCase(caseBase, bookings));
  const winner = (of: typeof snapshot, slotName: string, atMs: number, seed: number) =>
    decide(of, requestOf(slotName), { nowMs: atMs, seed: [seed, 7], explain: false }).winners[0]?.ad.booking.id;
  for (let seed = 0; seed < 40; seed += 1) {
    const now = winner(snapshot, 'home-leaderboard', nowMs, seed);
    winner(snapshot, 'sport-leaderboard', nowMs + hourMs, seed);
    expect(winner(snapshot, 'home-leaderboard', nowMs, seed)).toBe(now);
  }
});

test('dayparts of bookings for a publisher use the time zone of each position, regardless of the order of requests', () => {
  const hours = { 'home-leaderboard': 17, 'newyork-leaderboard': 11 } as const;
  const slotNames = Object.keys(hours) as (keyof typeof hours)[];
  const atMs = Date.parse('2026-11-02T16:30:00Z');
  // Some of these whole hours are over in one time zone and have not begun in another.
  const parts = [
    [17, 18],
    [11, 12],
    [0, 24],
    [17, 24],
    [0, 12],
  ] as const;
  const partOf = (bookingId: number) => parts[bookingId % parts.length] as (typeof parts)[number];
  const bookings = mixedBookings(400).map((one) => {
    const [from, to] = partOf(one.id);
    const dayParts = [{ days: [], fromMinute: from * 60, toMinute: to * 60 }];
    return { ...one, inventory: { publisherIds: [1] }, endMs: null, dayParts };
  });
  const rows = rowsOfCase(caseBase, bookings);
  const ofBoth = buildSnapshot(rows);
  const ofOne = { 'home-leaderboard': buildSnapshot(rows), 'newyork-leaderboard': buildSnapshot(rows) };
  const winner = (snapshot: typeof ofBoth, slotName: string, seed: number) =>
    decide(snapshot, requestOf(slotName), { nowMs: atMs, seed: [seed, 8], explain: false }).winners[0]?.ad.booking.id;
  for (let seed = 0; seed < 200; seed += 1) {
    for (const slotName of slotNames) {
      const id = winner(ofBoth, slotName, seed) ?? 0;
      const [from, to] = partOf(id);
      expect(from <= hours[slotName] && hours[slotName] < to, `booking ${id} at ${slotName}`).toBe(true);
      expect(id).toBe(winner(ofOne[slotName], slotName, seed));
    }
  }
});
