import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildFromImage } from '../../../test/oracle/cases/build-from-image.ts';
import { caseBase } from '../../../test/oracle/cases/case-base.ts';
import { type CaseBooking, rowsOfCase } from '../../../test/oracle/cases/case-rows.ts';
import { decide } from '../decision/decide.ts';
import { applyChanges } from './apply-changes.ts';
import { buildSnapshot } from './build-snapshot.ts';
import { createSnapshot } from './open-snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import type { ChangedRows, RemovedRows } from './snapshot-changes.ts';
import type { SnapshotRows } from './snapshot-rows.ts';

const nowMs = Date.parse('2026-11-02T12:00:00Z');

type Tables = Omit<SnapshotRows, 'revision' | 'builtAtMs'>;
type Table = keyof Tables;
type Row = { readonly id: number };

const tables: readonly Table[] = [
  'publishers',
  'publications',
  'locations',
  'formats',
  'positions',
  'creatives',
  'bookings',
];

const ids = fc.integer({ min: 1, max: 9 });
const nodes = fc.record({
  positionIds: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
  locationIds: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
  publicationIds: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 1 }),
  publisherIds: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 1 }),
});
const booking = fc
  .record({
    id: ids,
    priority: fc.integer({ min: 0, max: 10 }),
    paused: fc.boolean(),
    inventory: nodes,
    delivery: fc.constantFrom(undefined, { method: 'fill' }, { method: 'share_of_voice', basisPoints: 5000 }),
    targeting: fc.constantFrom(null, { fact: 'country', values: ['be', 'nl'] }, { fact: 'segment', values: ['a'] }),
    creativeIds: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
  })
  .map(({ creativeIds, delivery, id, ...fields }) => {
    const ads = creativeIds.map((creativeId) => ({ id: id * 10 + creativeId, creativeId }));
    const row = { id, ...fields, ads, ...(delivery === undefined ? {} : { delivery }) } as CaseBooking;
    return rowsOfCase(caseBase, [row]).bookings[0] as Row;
  });
/** A row of `caseBase` with any ID and any references. */
const inventoryRow = fc.oneof(
  // Only downward. Cycles have a separate test.
  fc
    .tuple(ids, ids)
    .map(([one, other]) => ({ id: Math.max(one, other), parentId: one === other ? null : Math.min(one, other) }))
    .map((row) => ['publishers', row] as const),
  fc
    .record({
      id: fc.integer({ min: 1, max: 3 }),
      publisherId: ids,
      timeZone: fc.constantFrom('Europe/Brussels', 'Asia/Tokyo', 'x'),
    })
    .map((row) => ['publications', row] as const),
  fc
    .record({
      id: fc.integer({ min: 1, max: 4 }),
      publicationId: fc.integer({ min: 1, max: 3 }),
      code: fc.constant('c'),
    })
    .map((row) => ['locations', row] as const),
  fc
    .record({
      id: fc.integer({ min: 1, max: 7 }),
      locationId: fc.integer({ min: 1, max: 4 }),
      formatId: fc.integer({ min: 1, max: 3 }),
      slotName: fc.constantFrom('one', 'two', 'three', 'home-leaderboard'),
    })
    .map((row) => ['positions', row] as const),
  fc
    .record({ at: fc.nat({ max: caseBase.creatives.length - 1 }), id: fc.integer({ min: 1, max: 4 }) })
    .map(({ at, id }) => ['creatives', { ...(caseBase.creatives[at] as object), id }] as const),
  fc
    .record({ at: fc.nat({ max: caseBase.formats.length - 1 }), code: fc.constantFrom('a', 'b') })
    .map(({ at, code }) => ['formats', { ...(caseBase.formats[at] as Row), code }] as const),
);
const change = fc.oneof(
  { weight: 3, arbitrary: booking.map((row) => ({ table: 'bookings' as Table, row, removed: 0 })) },
  {
    weight: 3,
    arbitrary: inventoryRow.map(([table, row]) => ({ table: table as Table, row: row as Row, removed: 0 })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ table: fc.constantFrom(...tables), removed: ids }).map((one) => ({ ...one, row: null })),
  },
);

test('a snapshot equals the one built from its rows, for any sequence of changes', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 25 }), fc.integer({ min: 1, max: 4 }), (changes, step) => {
      const rows = rowsOfCase(caseBase, [{ id: 1 }, { id: 2, inventory: { locationIds: [1], positionIds: [1] } }]);
      const current = new Map(
        tables.map((table) => [table, new Map((rows[table] as readonly Row[]).map((row) => [row.id, row]))]),
      );
      const changed = buildSnapshot(rows);
      const imaged = buildFromImage(rows);
      for (let at = 0; at < changes.length; at += step) {
        const upserted: Partial<Record<Table, Row[]>> = {};
        const removed: Partial<Record<Table, number[]>> = {};
        const touched = new Set<string>();
        for (const { table, row, removed: gone } of changes.slice(at, at + step)) {
          const id = row?.id ?? gone;
          // A change contains each row once.
          if (touched.has(`${table} ${id}`)) continue;
          touched.add(`${table} ${id}`);
          if (row === null) removed[table] = [...(removed[table] ?? []), id];
          else upserted[table] = [...(upserted[table] ?? []), row];
          if (row === null) current.get(table)?.delete(id);
          else current.get(table)?.set(id, row);
        }
        if (touched.size > 0) nameUsers(upserted, removed);
        for (const snapshot of [changed, imaged]) {
          applyChanges(snapshot, {
            revision: 100 + at,
            builtAtMs: at,
            upserted: upserted as unknown as ChangedRows,
            removed: removed as unknown as RemovedRows,
          });
        }
      }
      const all = Object.fromEntries(tables.map((table) => [table, [...(current.get(table)?.values() ?? [])]]));
      const fresh = buildSnapshot({ ...all, revision: changed.revision, builtAtMs: 0 } as unknown as SnapshotRows);
      for (const snapshot of [changed, imaged]) {
        expect(visible(snapshot)).toEqual(visible(fresh));
        expect(tracesOf(snapshot)).toEqual(tracesOf(fresh));
      }

      /** Also includes bookings that use a changed creative, as required of every change. */
      function nameUsers(upsertedRows: Partial<Record<Table, Row[]>>, removedIds: Partial<Record<Table, number[]>>) {
        const creatives = [...(upsertedRows.creatives ?? []).map(({ id }) => id), ...(removedIds.creatives ?? [])];
        const named = new Set(upsertedRows.bookings?.map(({ id }) => id) ?? []);
        for (const row of (current.get('bookings')?.values() ?? []) as Iterable<SnapshotRows['bookings'][number]>) {
          if (named.has(row.id) || !row.ads.some((ad) => creatives.includes(ad.creativeId))) continue;
          upsertedRows.bookings = [...(upsertedRows.bookings ?? []), row];
        }
      }
    }),
    { numRuns: 500, seed: 20261121 },
  );
});

test('an empty snapshot filled in batches equals one built at once', () => {
  const bookings = Array.from({ length: 300 }, (_, index) => ({ id: index + 1, priority: index % 10 }));
  const rows = rowsOfCase(caseBase, bookings);
  const fed = createSnapshot(0, 0);
  const { revision, builtAtMs, bookings: last, ...others } = rows;
  applyChanges(fed, { revision, builtAtMs, upserted: others, removed: {} });
  for (let at = 0; at < last.length; at += 70) {
    applyChanges(fed, { revision, builtAtMs, upserted: { bookings: last.slice(at, at + 70) }, removed: {} });
  }
  expect(tracesOf(fed)).toEqual(tracesOf(buildSnapshot(rows)));
  expect(tracesOf(buildFromImage(rows))).toEqual(tracesOf(fed));
});

test('a change affects the next decision, and the index of a removed booking is reused', () => {
  const snapshot = buildSnapshot(rowsOfCase(caseBase, [{ id: 1 }, { id: 2 }]));
  const winners = () => new Set(Array.from({ length: 40 }, (_, seed) => winnerOf(seed)));
  expect(winners()).toEqual(new Set([1, 2]));
  const bookingIndex = snapshot.bookingById.get(1 as never)?.bookingIndex as number;
  const { bookings } = rowsOfCase(caseBase, [{ id: 3 }]);
  applyChanges(snapshot, { revision: 8, builtAtMs: 1, upserted: { bookings }, removed: { bookings: [1 as never] } });
  expect(winners()).toEqual(new Set([2, 3]));
  expect(snapshot.bookingById.get(3 as never)?.bookingIndex).toBe(bookingIndex);
  expect(snapshot.bookingResets).toEqual([1, 2, 3]);
  expect(snapshot).toMatchObject({ revision: 8, builtAtMs: 1, bookingSlots: 2 });

  function winnerOf(seed: number): number | undefined {
    const slots = [{ slotName: 'home-leaderboard', parameters: new Map() }];
    const request = { slots, parameters: new Map() };
    return decide(snapshot, request, { nowMs, seed: [seed, 1], explain: false }).winners[0]?.ad.booking.id;
  }
});

/** Returns the visible content of a snapshot that no decision contains. */
function visible(snapshot: Snapshot) {
  const positions = [...snapshot.positionById.values()].sort((a, b) => a.row.id - b.row.id);
  return {
    positions: positions.map(({ row, format, publication }) => ({ row, format, publication })),
    slotNames: [...snapshot.positionBySlotName].map(([name, { row }]) => `${name} ${row.id}`).sort(),
    bookings: [...snapshot.bookingById.keys()].sort((a, b) => a - b),
    creatives: [...snapshot.creativeById.keys()].sort((a, b) => a - b),
    problems: snapshot.problems.map(({ kind, id, message }) => `${kind} ${id} ${message}`).sort(),
  };
}

/** Returns the traces of all positions for several draws. */
function tracesOf(snapshot: Snapshot) {
  const slots = [...snapshot.positionBySlotName.keys()].sort().map((slotName) => ({ slotName, parameters: new Map() }));
  const request = { slots, parameters: new Map(), context: { country: 'be' } };
  return [1, 2, 3].map((seed) => {
    const { traces, winners } = decide(snapshot, request, { nowMs, seed: [seed, 1], explain: true });
    return { traces, winners: winners.map((winner) => winner?.ad.id) };
  });
}
