import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/test-database.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { plainArray } from './plain-array.ts';

let testDatabase: TestDatabase;
let open: OpenDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  open = openDatabase(testDatabase.url, { maxConnections: 1 });
});
afterAll(async () => {
  await open.kysely.destroy();
  await testDatabase.close();
});

test('PostgreSQL reads the same values', async () => {
  const { rows } = await sql<{ numbers: number[]; days: string[]; names: string[]; none: number[] }>`
    select ${plainArray([0, -5, 9_007_199_254_740_991])}::bigint[] as numbers,
      ${plainArray(['2026-11-21', '2026-01-01'])}::date[]::text[] as days,
      ${plainArray(['0.impression', '255.firstQuartile'])}::text[] as names,
      ${plainArray([])}::bigint[] as none`.execute(open.kysely);
  expect(rows).toEqual([
    {
      numbers: [0, -5, 9_007_199_254_740_991],
      days: ['2026-11-21', '2026-01-01'],
      names: ['0.impression', '255.firstQuartile'],
      none: [],
    },
  ]);
});

test.each(['a b', 'a"b', '{1}', 'a\\b', 'é', 'a\n'])('an element that needs quotes is rejected: %j', (value) => {
  expect(() => plainArray([value])).toThrow('An element of the array needs quotes');
});
