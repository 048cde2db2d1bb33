import { expect, test } from 'vitest';
import { caseBase } from '../../../../test/oracle/cases/case-base.ts';
import { type CaseBooking, rowsOfCase } from '../../../../test/oracle/cases/case-rows.ts';
import { applyChanges } from '../../snapshot/apply-changes.ts';
import { buildSnapshot } from '../../snapshot/build-snapshot.ts';
import { hourMs } from '../../time/durations.ts';
import { decide } from '../decide.ts';
import { hourTablesOf, prepareTables } from './hour-tables.ts';
import { prepareNextHour } from './next-hour.ts';

const nowMs = Date.parse('2026-11-02T12:59:30Z');
const nextMs = Date.parse('2026-11-02T13:00:00Z');
const slotNames = ['home-leaderboard', 'sport-leaderboard'];

/** Bookings that start and end around the full hour, and some with dayparts. */
function bookings(): CaseBooking[] {
  return Array.from({ length: 300 }, (_, index) => ({
    id: index + 1,
    priority: index % 6,
    startMs: nextMs + ((index % 7) - 5) * 0.5 * hourMs,
    endMs: index % 3 === 0 ? null : nextMs + (1 + (index % 11)) * 0.25 * hourMs,
    dayParts: index % 5 === 0 ? [{ days: [], fromMinute: 0, toMinute: 60 * (13 + (index % 3)) }] : [],
    targeting: index % 4 === 0 ? { fact: 'country', values: ['be'] } : null,
    inventory: { publicationIds: [1] },
  }));
}

function winnersOf(snapshot: ReturnType<typeof buildSnapshot>, atMs: number) {
  return Array.from({ length: 200 }, (_, number) => {
    const slots = slotNames.map((slotName) => ({ slotName, parameters: new Map() }));
    const request = { slots, parameters: new Map(), context: { country: number % 2 === 0 ? 'be' : 'nl' } };
    const { winners } = decide(snapshot, request, { nowMs: atMs, seed: [number, 3], explain: false });
    return winners.map((winner) => winner?.ad.booking.id ?? null);
  });
}

test('prepared tables give the same decisions as tables that are built in the hour, also after an edit', () => {
  const rows = rowsOfCase(caseBase, bookings());
  const snapshot = buildSnapshot(rows);
  winnersOf(snapshot, nowMs);
  for (const _ of prepareNextHour(snapshot, nextMs));
  const prepared = hourTablesOf(snapshot).next?.tables;
  const edited = { ...rows, bookings: rows.bookings.map((row) => (row.id === 7 ? { ...row, priority: 0 } : row)) };
  applyChanges(snapshot, {
    revision: 2,
    builtAtMs: 0,
    upserted: { bookings: edited.bookings.filter(({ id }) => id === 7) },
    removed: {},
  });
  // Requests of the old hour still use its tables.
  expect(winnersOf(snapshot, nowMs)).toEqual(winnersOf(buildSnapshot(edited), nowMs));
  expect(hourTablesOf(snapshot).next?.tables).toBe(prepared);
  expect(winnersOf(snapshot, nextMs)).toEqual(winnersOf(buildSnapshot(edited), nextMs));
  expect(hourTablesOf(snapshot).next).toBeNull();
  expect(hourTablesOf(snapshot).memberAllocator).toBe(prepared?.memberAllocator);
});

test('a full hour builds no table of a prepared position', () => {
  const snapshot = buildSnapshot(rowsOfCase(caseBase, bookings()));
  winnersOf(snapshot, nowMs);
  for (const _ of prepareNextHour(snapshot, nextMs));
  expect([...prepareNextHour(snapshot, nextMs)]).toEqual([]);
  const { groups } = hourTablesOf(snapshot).next?.tables ?? { groups: null };
  const before = [...(groups?.candidates ?? [])];
  expect(before.some((group) => group !== undefined)).toBe(true);
  winnersOf(snapshot, nextMs);
  expect(hourTablesOf(snapshot).groups.candidates.every((group, index) => group === before[index])).toBe(true);
});

test('each step of the preparation builds the table of at most one group', () => {
  const inventories = [{ publicationIds: [1] }, { publisherIds: [1] }, { positionIds: [1] }];
  const mixed = bookings().map((booking, index) => ({ ...booking, inventory: inventories[index % 3] ?? {} }));
  const snapshot = buildSnapshot(rowsOfCase(caseBase, mixed));
  const tables = hourTablesOf(snapshot);
  const builtTables = () => tables.groups.candidates.filter((table) => table !== undefined).length;
  let built = 0;
  for (const position of snapshot.positionById.values()) {
    for (const _ of prepareTables(tables, position, nowMs)) {
      expect(builtTables() - built).toBeLessThanOrEqual(1);
      built = builtTables();
    }
  }
  expect(built).toBeGreaterThan(2);
});
