import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/test-database.ts';
import { type OpenDatabase, openDatabase } from '../db/open-database.ts';
import { createLease, type Lease } from './lease.ts';

let testDatabase: TestDatabase;
let open: OpenDatabase;
const made: Lease[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  open = openDatabase(testDatabase.url, { maxConnections: 4 });
});
afterAll(async () => {
  for (const lease of made) await lease.close();
  await open?.kysely.destroy();
  await testDatabase?.close();
});

function leaseOf(name: string, holder: string): Lease {
  const lease = createLease({ database: open.kysely, name, holder });
  made.push(lease);
  return lease;
}

const lapse = (name: string) =>
  sql`update lease set ends_at = clock_timestamp() - interval '1 s' where lease.name = ${name}`.execute(open.kysely);

test('one of several concurrent requesters gets the lease and keeps it', async () => {
  const all = Array.from({ length: 8 }, (_, number) => leaseOf('one', `host-${number}`));
  const first = await Promise.all(all.map((lease) => lease.take()));
  expect(first.filter(Boolean)).toHaveLength(1);
  expect(await Promise.all(all.map((lease) => lease.take()))).toEqual(first);
  expect(all.filter((lease) => lease.term() !== null)).toHaveLength(1);
});

test('after a release or expiry the next one gets it with a higher term', async () => {
  const [first, second, third] = [leaseOf('two', 'a'), leaseOf('two', 'b'), leaseOf('two', 'c')];
  expect([await first.take(), await second.take()]).toEqual([true, false]);
  const term = first.term() ?? 0;
  await first.close();
  expect(first.term()).toBeNull();
  expect(await second.take()).toBe(true);
  expect(second.term()).toBeGreaterThan(term);
  await lapse('two');
  expect(await third.take()).toBe(true);
  expect(third.term()).toBeGreaterThan(second.term() ?? Number.POSITIVE_INFINITY);
});

test('a new process of the same host takes over immediately with a higher term', async () => {
  const before = leaseOf('three', 'a');
  await before.take();
  const after = leaseOf('three', 'a');
  expect(await after.take()).toBe(true);
  expect(after.term()).toBeGreaterThan(before.term() ?? Number.POSITIVE_INFINITY);
});
