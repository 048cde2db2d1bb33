import { expect, test } from 'vitest';
import { buildFromImage } from '../../../../test/oracle/cases/build-from-image.ts';
import { caseBase } from '../../../../test/oracle/cases/case-base.ts';
import { type CaseBooking, rowsOfCase } from '../../../../test/oracle/cases/case-rows.ts';
import { applyChanges } from '../../snapshot/apply-changes.ts';
import { buildSnapshot } from '../../snapshot/build-snapshot.ts';
import { hourMs } from '../../time/durations.ts';
import { localClock } from '../../time/local-time.ts';
import { decide } from '../decide.ts';
import { hourTablesOf, sizeOfTables, startSharedTables } from './hour-tables.ts';
import { prepareNextHour } from './next-hour.ts';
import { createSharedTables, openSharedTables, type SharedTablesSize } from './shared-tables.ts';

const startMs = Date.parse('2026-11-02T12:00:00Z');
const nextMs = startMs + hourMs;
const slotNames = ['home-leaderboard', 'sport-leaderboard'];
const rows = rowsOfCase(caseBase, bookings());

function bookings(): CaseBooking[] {
  return Array.from({ length: 300 }, (_, index) => ({
    id: index + 1,
    priority: index % 6,
    startMs: nextMs + ((index % 7) - 5) * 0.5 * hourMs,
    endMs: index % 3 === 0 ? null : nextMs + (1 + (index % 11)) * 0.25 * hourMs,
    dayParts: index % 5 === 0 ? [{ days: [], fromMinute: 0, toMinute: 60 * (13 + (index % 3)) }] : [],
    targeting: index % 4 === 0 ? { fact: 'country', values: ['be'] } : null,
    inventory: index % 2 === 0 ? { publicationIds: [1] } : { positionIds: [1 + (index % 3)] },
  }));
}

type Thread = ReturnType<typeof buildFromImage>;

/** Two threads with the same image, which share the tables of an hour. */
function twoThreads(size?: SharedTablesSize) {
  const threads = [buildFromImage(rows), buildFromImage(rows)] as const;
  const memoryOf = (hour: number) => createSharedTables(hour, size ?? sizeOfTables(threads[0]));
  const hour = startMs / hourMs;
  const memories = [memoryOf(hour), memoryOf(hour + 1)] as const;
  for (const thread of threads) startSharedTables(thread, openSharedTables(memories[0]));
  return { threads, prepare: (thread: Thread) => prepareNextHour(thread, nextMs, openSharedTables(memories[1])) };
}

/** Changes the priority of a booking. */
function edit(thread: Thread, id: number, priority: number): void {
  const changed = rows.bookings.filter((row) => row.id === id).map((row) => ({ ...row, priority }));
  const { revision } = thread;
  applyChanges(thread, { revision: revision + 1, builtAtMs: 0, upserted: { bookings: changed }, removed: {} });
}

function winnersOf(snapshot: Thread, atMs: number) {
  return Array.from({ length: 100 }, (_, number) => {
    const slots = slotNames.map((slotName) => ({ slotName, parameters: new Map() }));
    const request = { slots, parameters: new Map(), context: { country: number % 2 === 0 ? 'be' : 'nl' } };
    const { winners } = decide(snapshot, request, { nowMs: atMs, seed: [number, 3], explain: false });
    return winners.map((winner) => winner?.ad.booking.id ?? null);
  });
}

/** Slots in use by the tables of a thread. */
const firstsOf = (thread: Thread) =>
  hourTablesOf(thread).groups.candidates.flatMap((group) => (group === undefined ? [] : [group.range.first]));
const sharedOf = (thread: Thread) => hourTablesOf(thread).groups.candidates.filter((group) => group?.isShared === true);

test('the second thread uses the tables of the first, with the decisions of a snapshot without threads', () => {
  const { threads } = twoThreads();
  const expected = winnersOf(buildSnapshot(rows), startMs);
  for (const thread of threads) expect(winnersOf(thread, startMs)).toEqual(expected);
  expect(sharedOf(threads[0]).length).toBeGreaterThan(1);
  expect(sharedOf(threads[1]).length).toBe(sharedOf(threads[0]).length);
  expect(firstsOf(threads[1])).toEqual(firstsOf(threads[0]));
});

test('edits that reach threads at different times give each thread the decisions of its revision', () => {
  const { threads, prepare } = twoThreads();
  const references = [buildSnapshot(rows), buildSnapshot(rows)] as const;
  const expectEqual = (atMs: number) => {
    for (const [index, thread] of threads.entries()) {
      expect(winnersOf(thread, atMs)).toEqual(winnersOf(references[index] as Thread, atMs));
    }
  };
  for (const [step, id] of [7, 8, 9, 60, 7, 14].entries()) {
    const ahead = step % 2;
    edit(threads[ahead] as Thread, id, step);
    edit(references[ahead] as Thread, id, step);
    expectEqual(startMs + step * 1_000);
    edit(threads[1 - ahead] as Thread, id, step);
    edit(references[1 - ahead] as Thread, id, step);
    expectEqual(startMs + step * 1_000 + 500);
  }
  // Both prepare the next hour at the same time, and one thread is edited in between.
  const preparing = threads.map((thread) => prepare(thread));
  while (preparing.filter((steps) => steps.next().done !== true).length > 0);
  edit(threads[0], 21, 0);
  edit(references[0], 21, 0);
  expectEqual(nextMs - 1_000);
  expectEqual(nextMs);
  expectEqual(nextMs + hourMs);
});

test('tables of the next hour are built once', () => {
  const { threads, prepare } = twoThreads();
  for (const thread of threads) winnersOf(thread, startMs);
  for (const thread of threads) for (const _ of prepare(thread));
  const expected = winnersOf(buildSnapshot(rows), nextMs);
  for (const thread of threads) expect(winnersOf(thread, nextMs)).toEqual(expected);
  expect(sharedOf(threads[0]).length).toBeGreaterThan(1);
  expect(firstsOf(threads[1])).toEqual(firstsOf(threads[0]));
});

test('a thread continues with its own memory when the shared memory is full', () => {
  const { threads } = twoThreads({ groups: 1_000, members: 100 });
  const reference = buildSnapshot(rows);
  for (const thread of threads) expect(winnersOf(thread, startMs)).toEqual(winnersOf(reference, startMs));
  for (const thread of [...threads, reference]) edit(thread, 30, 0);
  for (const thread of threads) {
    expect(winnersOf(thread, startMs + 1)).toEqual(winnersOf(reference, startMs + 1));
    expect(winnersOf(thread, nextMs)).toEqual(winnersOf(reference, nextMs));
  }
});

test('groups that were added after the image, and another clock, have no shared table', () => {
  const shared = openSharedTables(createSharedTables(1, { groups: 2, members: 10 }));
  const key = { groupIndex: 1, tier: 'fill', clock: localClock('Europe/Brussels') } as const;
  expect(shared.claim({ ...key, groupIndex: 2 })).toBe(false);
  expect(shared.claim(key)).toBe(true);
  expect(shared.claim(key)).toBe(false);
  expect(shared.find(key)).toBeNull();
  const table = {
    range: { first: 8, capacity: 8 },
    size: 5,
    levelStarts: Uint32Array.from({ length: 101 }, (_, at) => at),
  };
  shared.publish(key, table);
  expect(shared.find(key)).toEqual(table);
  expect(shared.find({ ...key, clock: localClock('Europe/London') })).toBeNull();
  expect(shared.find({ ...key, clock: null })).toBeNull();
  expect(shared.find({ ...key, tier: 'candidates' })).toBeNull();
});
