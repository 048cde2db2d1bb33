import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/test-database.ts';
import { type OpenDatabase, openDatabase } from '../../../platform/db/open-database.ts';
import { networkOf } from '../../../platform/http/client-address.ts';
import { countAttempt, forgiveAttempt } from './sign-in-throttle.ts';

const nowMs = Date.parse('2027-03-01T09:00:00Z');
const quarterMs = 15 * 60_000;
let stored: TestDatabase;
let database: OpenDatabase;

beforeAll(async () => {
  stored = await createTestDatabase();
  database = openDatabase(stored.url, { maxConnections: 8 });
});
afterAll(async () => {
  await database?.kysely.destroy();
  await stored?.close();
});

function attempt(account: string, address: string, atMs = nowMs) {
  return { database: database.kysely, secret: 'a secret of this test', account, address, nowMs: atMs };
}

test('allows 100 attempts per account from all addresses together', async () => {
  for (let hostNumber = 0; hostNumber < 100; hostNumber += 1) {
    expect(await countAttempt(attempt('spread@a.example', `192.0.2.${hostNumber}`))).toBeNull();
  }
  expect(await countAttempt(attempt('spread@a.example', '198.51.100.1'))).toBe(900);
  expect(await countAttempt(attempt('spread@a.example', '198.51.100.2', nowMs + quarterMs - 500))).toBe(1);
  expect(await countAttempt(attempt('spread@a.example', '198.51.100.2', nowMs + quarterMs))).toBeNull();
});

test('allows 100 attempts per address for all accounts together', async () => {
  for (let person = 0; person < 100; person += 1) {
    expect(await countAttempt(attempt(`person${person}@b.example`, '203.0.113.1'))).toBeNull();
  }
  expect(await countAttempt(attempt('another@b.example', '203.0.113.1'))).toBe(900);
  expect(await countAttempt(attempt('another@b.example', '203.0.113.2'))).toBeNull();
});

test('does not lock the account for other addresses after guesses from one address', async () => {
  for (let round = 0; round < 300; round += 1) await countAttempt(attempt('victim@c.example', '203.0.113.3'));
  expect(await countAttempt(attempt('victim@c.example', '203.0.113.4'))).toBeNull();
});

test('resets the count of the address after a correct password', async () => {
  for (let round = 0; round < 40; round += 1) {
    expect(await countAttempt(attempt('right@d.example', '203.0.113.5'))).toBeNull();
    await forgiveAttempt(attempt('right@d.example', '203.0.113.5'));
  }
});

test('deletes expired counters and stores neither accounts nor addresses in plain text', async () => {
  const laterMs = nowMs + 10 * quarterMs;
  for (let round = 0; round < 60; round += 1) await countAttempt(attempt('last@e.example', '203.0.113.6', laterMs));
  const rows = await database.kysely.selectFrom('signInAttempt').selectAll().execute();
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toMatch(/last|203/);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:1::7', '2001:db8:0:1::/64'],
  ['2001:DB8::1:0:0:0:7', '2001:db8:0:1::/64'],
  ['2001:0db8:0000:0001:ffff:0:0:7', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [undefined, 'unknown'],
])('counts attempts from %j as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
