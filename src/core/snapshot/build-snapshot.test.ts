import { describe, expect, test } from 'vitest';
import { caseBase } from '../../../test/oracle/cases/case-base.ts';
import { type CaseBooking, rowsOfCase } from '../../../test/oracle/cases/case-rows.ts';
import { decide } from '../decision/decide.ts';
import { buildSnapshot, UnusableSnapshotError } from './build-snapshot.ts';
import { bookingIdsAt } from './inventory-nodes.ts';
import type { Candidate, Snapshot } from './snapshot.ts';
import type { SnapshotRows } from './snapshot-rows.ts';

function build(bookings: readonly CaseBooking[], change: Readonly<Record<string, unknown>> = {}): Snapshot {
  return buildSnapshot({ ...rowsOfCase(caseBase, bookings), ...change } as SnapshotRows);
}

function pool(snapshot: Snapshot, slotName: string): number[] {
  const groups = snapshot.positionBySlotName.get(slotName)?.groups ?? [];
  return idsOf(groups.flatMap((group) => [...group.candidates]));
}

function idsOf(candidates: readonly Candidate[]): number[] {
  return candidates.map((candidate) => candidate.booking.id);
}

describe('index', () => {
  test('finds positions, bookings, creatives and ads by their keys', () => {
    const snapshot = build([{ id: 4 }]);
    const position = snapshot.positionBySlotName.get('home-leaderboard');
    expect(position).toMatchObject({ row: { id: 1 }, format: { code: 'leaderboard' }, publication: { id: 1 } });
    expect(snapshot.positionById.get(1 as never)).toBe(position);
    expect(snapshot.bookingById.get(4 as never)?.row.priority).toBe(5);
    expect(snapshot.creativeById.size).toBe(4);
    expect(snapshot.bookingById.get(4 as never)?.ads).toMatchObject([{ booking: { id: 4 }, creative: { id: 1 } }]);
    expect(snapshot).toMatchObject({ revision: 7, problems: [], problemCount: 0 });
  });

  test('lists candidates in ascending order of booking ID for any order of rows', () => {
    expect(pool(build([{ id: 9 }, { id: 2 }, { id: 5 }]), 'home-leaderboard')).toEqual([2, 5, 9]);
  });

  test('separates a booking that can never deliver in this revision from the scanned pool', () => {
    const snapshot = build([
      { id: 1, lifecycle: 'draft' },
      { id: 2, paused: true },
      { id: 3, held: true },
      { id: 4, campaign: { type: 'offer', delivering: true } },
      { id: 5, campaign: { type: 'campaign', delivering: false } },
      { id: 6, ads: [{ id: 60, creativeId: 2 }] },
      { id: 7, ads: [] },
      { id: 8, start: '2030-01-01T00:00:00Z' },
      { id: 9, ads: [{ id: 90, creativeId: 1, start: '2030-01-01T00:00:00Z' }] },
    ]);
    const nodes = snapshot.positionBySlotName.get('home-leaderboard')?.nodes ?? [];
    expect(nodes.flatMap((node) => [...bookingIdsAt(node)]).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(pool(snapshot, 'home-leaderboard')).toEqual([8, 9]);
  });
});

describe('an invalid row', () => {
  test('skips and records a position with a missing reference and serves the others', () => {
    const positions = [
      ...caseBase.positions,
      { id: 20, locationId: 99, formatId: 1, slotName: 'no-location' },
      { id: 21, locationId: 1, formatId: 99, slotName: 'no-format' },
      { id: 22, locationId: 1, formatId: 1, slotName: 'home-leaderboard' },
    ];
    const snapshot = build([{ id: 1 }], { positions });
    expect(snapshot.positionById.size).toBe(6);
    expect(pool(snapshot, 'home-leaderboard')).toEqual([1]);
    expect(snapshot.problems).toEqual([
      { kind: 'position', id: 20, message: 'no location 99' },
      { kind: 'position', id: 21, message: 'no format 99' },
      { kind: 'position', id: 22, message: 'slot name home-leaderboard is already used by a position with a lower ID' },
    ]);
  });

  test('excludes the positions of an unknown time zone but not of other publications', () => {
    const publications = caseBase.publications.map((row, index) =>
      index === 0 ? { ...row, timeZone: 'Mars/Olympus' } : row,
    );
    const snapshot = build([{ id: 1, inventory: { positionIds: [1, 4] } }], { publications });
    expect(snapshot.positionBySlotName.has('home-leaderboard')).toBe(false);
    expect(pool(snapshot, 'newyork-leaderboard')).toEqual([1]);
    expect(snapshot.problemCount).toBe(3);
  });

  test('terminates for cyclic publishers and still serves their positions', () => {
    const publishers = [
      { id: 1, parentId: 2 },
      { id: 2, parentId: 1 },
    ];
    expect(pool(build([{ id: 1, inventory: { publisherIds: [1, 2] } }], { publishers }), 'home-leaderboard')).toEqual([
      1,
    ]);
  });

  const broken: readonly (readonly [string, Readonly<Record<string, unknown>> | null])[] = [
    ['no fields', null],
    ['priority 10', { priority: 10 }],
    ['priority 4.5', { priority: 4.5 }],
    ['a non-numeric start', { startMs: 'soon' }],
    ['a missing end', { endMs: undefined }],
    ['an unknown weekday', { activeDays: ['monday'] }],
    ['a non-object daypart', { dayParts: ['morning'] }],
    ['no inventory', { inventory: null }],
    ['no campaign', { campaign: null }],
    ['ads that are not a list', { ads: {} }],
    ['an id of 0', { id: 0 }],
  ];
  for (const [name, fields] of broken) {
    test(`skips and records a booking with ${name} and serves the others`, () => {
      const rows = rowsOfCase(caseBase, [{ id: 1 }, { id: 2 }]);
      const bad = fields === null ? null : { ...rows.bookings[0], ...fields };
      const snapshot = buildSnapshot({ ...rows, bookings: [bad, rows.bookings[1]] } as SnapshotRows);
      expect(pool(snapshot, 'home-leaderboard')).toEqual([2]);
      expect(snapshot.problems).toMatchObject([{ kind: 'booking' }]);
    });
  }

  test('skips an invalid ad and serves the booking with its other ads', () => {
    const ads = [
      { id: 10, creativeId: 1, weight: 0 },
      { id: 11, creativeId: 1 },
      { id: 11, creativeId: 3 },
    ];
    const snapshot = build([{ id: 1, ads }]);
    const [candidate] = snapshot.positionBySlotName.get('home-leaderboard')?.groups[0]?.candidates ?? [];
    expect(candidate?.fittingAds.map((ad) => ad.id)).toEqual([11]);
    expect(snapshot.problems).toEqual([
      { kind: 'ad', id: 10, message: 'unusable weight' },
      { kind: 'ad', id: 11, message: 'ID is already used' },
    ]);
  });

  test('counts 1,000 invalid rows and lists the first 100', () => {
    const snapshot = build(Array.from({ length: 1000 }, (_, index) => ({ id: index + 1, priority: 99 })));
    expect(snapshot.problemCount).toBe(1000);
    expect(snapshot.problems).toHaveLength(100);
  });
});

describe('invalid snapshots', () => {
  const unusable: readonly (readonly [string, unknown])[] = [
    ['null', null],
    ['an empty object', {}],
    ['no revision', { ...rowsOfCase(caseBase, []), revision: '7' }],
    ['a negative revision', { ...rowsOfCase(caseBase, []), revision: -1 }],
    ['bookings that are not a list', { ...rowsOfCase(caseBase, []), bookings: {} }],
    ['a missing table', { ...rowsOfCase(caseBase, []), creatives: undefined }],
  ];
  for (const [name, rows] of unusable) {
    test(`${name}: throws UnusableSnapshotError`, () => {
      expect(() => buildSnapshot(rows as SnapshotRows)).toThrow(UnusableSnapshotError);
    });
  }

  test('accepts empty tables, which deliver nothing', () => {
    const rows = rowsOfCase({ ...caseBase, positions: [], creatives: [] }, []);
    expect(buildSnapshot(rows).positionById.size).toBe(0);
  });
});

test('builds 100,000 bookings within 10 s of CPU time and decides', { timeout: 120_000 }, () => {
  const bookings = Array.from(
    { length: 100_000 },
    (_, index): CaseBooking => ({
      id: index + 1,
      priority: index % 10,
      inventory: index % 30 === 0 ? { publisherIds: [1] } : { positionIds: [(index % 6) + 1] },
      ads: [{ id: index + 1, creativeId: index % 6 === 1 ? 2 : 1 }],
    }),
  );
  const rows = rowsOfCase(caseBase, bookings);
  const before = process.cpuUsage();
  const snapshot = buildSnapshot(rows);
  const { user, system } = process.cpuUsage(before);
  // Takes 1 to 3 s on known machines. A quadratic build would take minutes.
  expect(user + system).toBeLessThan(10_000_000);
  expect(snapshot.bookingById.size).toBe(100_000);
  expect(pool(snapshot, 'home-leaderboard').length).toBeGreaterThan(10_000);
  const slots = [...snapshot.positionBySlotName.keys()].map((slotName) => ({ slotName, parameters: new Map() }));
  const nowMs = Date.parse('2026-11-02T12:00:00Z');
  const decision = decide(snapshot, { slots, parameters: new Map() }, { nowMs, seed: [1, 2], explain: false });
  const winners = decision.winners.map((winner) => winner?.ad.booking.id);
  expect(new Set(winners).size).toBe(6);
  expect(winners).not.toContain(undefined);
});
