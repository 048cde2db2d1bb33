import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/test-database.ts';
import { type OpenDatabase, openDatabase } from '../../../platform/db/open-database.ts';
import { lockRanges, type NeededLocks } from './lock-ranges.ts';

const few = (...rangeIds: number[]): NeededLocks => ({ rangeIds, rows: false });
const many: NeededLocks = { rangeIds: Array.from({ length: 2_000 }, (_, index) => 100_000 + index), rows: false };
const otherRun = 2 ** 40 + 7;
let testDatabase: TestDatabase;
let open: OpenDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  open = openDatabase(testDatabase.url, { maxConnections: 4 });
});
afterAll(async () => {
  await open.kysely.destroy();
  await testDatabase.close();
});

/** Returns whether a transaction waits for the locks of another one, and receives them after its end. */
async function waits(held: NeededLocks, wanted: NeededLocks): Promise<boolean> {
  const [locked, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = open.kysely.transaction().execute(async (transaction) => {
    await lockRanges(transaction, held);
    locked.resolve();
    await ends.promise;
  });
  await locked.promise;
  let isLocked = false;
  const second = open.kysely.transaction().execute(async (transaction) => {
    await lockRanges(transaction, wanted);
    isLocked = true;
  });
  await Promise.race([second, delay(500)]);
  const waited = !isLocked;
  ends.resolve();
  await Promise.all([first, second]);
  expect(isLocked).toBe(true);
  return waited;
}

test('transactions with a common range exclude each other', async () => {
  expect(await waits(few(1, 2, 3), few(3, 4))).toBe(true);
  expect(await waits(few(otherRun), few(5, otherRun))).toBe(true);
});

test('transactions with different ranges do not wait, also consecutive ones and equal parts of two runs', async () => {
  expect(await waits(few(1, 2), few(3, 4))).toBe(false);
  expect(await waits(few(7), few(otherRun, otherRun + 2 ** 12))).toBe(false);
});

test('events that are stored as rows have their own lock', async () => {
  const rows = { rangeIds: [], rows: true };
  expect(await waits(rows, rows)).toBe(true);
  expect(await waits(rows, few(0, 1, 4_092, 4_093))).toBe(false);
});

test('a transaction with very many ranges excludes all others', async () => {
  expect(await waits(many, few(1))).toBe(true);
  expect(await waits(few(1), many)).toBe(true);
  expect(await waits(many, many)).toBe(true);
});

test('a transaction without events locks nothing', async () => {
  expect(await waits(many, few())).toBe(false);
});
