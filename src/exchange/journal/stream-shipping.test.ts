import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newDecisionId, testSequences } from '../../../test/support/counting/test-decision-ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/test-database.ts';
import { waitUntil } from '../../../test/support/process/wait-until.ts';
import { type RedisServer, startRedisServer } from '../../../test/support/services/redis-server.ts';
import { createJournalShipper, type JournalShipper } from '../../cluster/journal/ship-journal.ts';
import { type OpenDatabase, openDatabase } from '../../platform/db/open-database.ts';
import { openPlainStore } from '../../platform/files/plain-store.ts';
import { createLog } from '../../platform/log/log.ts';
import { openRedis, type Redis } from '../../platform/redis/open-redis.ts';
import { createStreamShipping } from '../../worker/count/stream-shipping.ts';
import { sumDamage } from './damage-notes.ts';
import type { DeliveryEvent } from './delivery-event.ts';
import { createJournalArchive } from './journal-archive.ts';
import { journalKeys, nodeName } from './journal-stream.ts';
import { openJournal } from './journal-writer.ts';

const log = createLog({ level: process.env['PLACARD_TEST_LOG'] ?? 'silent', name: 'test' });

let testDatabase: TestDatabase;
let open: OpenDatabase;
let server: RedisServer;
let redis: Redis;
let folder: string;

beforeAll(async () => {
  [testDatabase, server] = await Promise.all([createTestDatabase(), startRedisServer()]);
  open = openDatabase(testDatabase.url, { maxConnections: 5 });
  redis = openRedis({ url: server.url, log, without: 'this test waits', answerMs: 1_000 });
});
afterAll(async () => {
  redis?.close();
  await open?.kysely.destroy();
  await Promise.all([testDatabase?.close(), server?.stop()]);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-streams-'));
  await waitUntil('Redis', () => !redis.isAway(), { everyMs: 5 });
  await redis.ask('FLUSHALL');
  await sql`truncate counted_range, counted_event, delivery_hour, journal_position, journal_host, filtered_hour`.execute(
    open.kysely,
  );
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const journalFolder = (host = 'a') => join(folder, host);
const shipperOf = (host = 'a'): JournalShipper =>
  createJournalShipper({ redis, host, journalFolder: journalFolder(host), log });
const rollUp = () =>
  createStreamShipping({ sequences: testSequences, database: open.kysely, redis, log }).shipAll(
    new AbortController().signal,
  );
const streamOf = (host: string) => journalKeys.streamOf(nodeName(host, 'delivery-0'));

async function journal(count: number, { host = 'a', processId = 'delivery-0' } = {}): Promise<void> {
  const now = Date.now();
  const writer = openJournal({ folder: join(journalFolder(host), processId) });
  const events = Array.from({ length: count }, (): DeliveryEvent => {
    const ids = { adId: 1, bookingId: 2, creativeId: 3, positionId: 4 };
    return {
      eventId: `${newDecisionId()}.0.impression`,
      kind: 'impression',
      filtered: null,
      atMs: now,
      decidedAtMs: now,
      ...ids,
    };
  });
  await Promise.all(events.map((event) => writer.append(event)));
  await writer.close();
}

async function counted(): Promise<number> {
  const { rows } = await sql<{ sum: string | null }>`select sum(impressions) as sum from delivery_hour`.execute(
    open.kysely,
  );
  return Number(rows[0]?.sum ?? 0);
}

async function loseRedis(): Promise<void> {
  await server.stop();
  await waitUntil('the end of Redis', () => redis.isAway(), { everyMs: 5 });
  await server.start();
  await waitUntil('Redis', () => !redis.isAway(), { everyMs: 5 });
}

test('events of two hosts count once for any repetition of appending, reading and roll-up', async () => {
  await Promise.all([journal(700), journal(300, { processId: 'delivery-1' }), journal(500, { host: 'b' })]);
  const [first, again] = [shipperOf(), shipperOf()];
  expect(await first.ship()).toBe(true);
  // Another process of the same host without knowledge of it, as after a kill.
  expect(await again.ship()).toBe(true);
  expect(await shipperOf('b').ship()).toBe(true);
  await Promise.all([rollUp(), rollUp(), rollUp()]);
  expect(await counted()).toBe(1_500);
  expect(await redis.ask('XLEN', streamOf('a'))).toBe(0);
  await journal(40);
  await first.ship();
  await again.ship();
  await rollUp();
  expect(await counted()).toBe(1_540);
});

test('a Redis that lost all or recent data receives all uncounted events again', async () => {
  const shipper = shipperOf();
  await journal(100);
  await shipper.ship();
  await loseRedis();
  await journal(50);
  await waitUntil('the journal to be shipped', () => shipper.ship());
  await rollUp();
  expect(await counted()).toBe(150);
  await journal(30);
  await shipper.ship();
  // Simulates a failover to a replica without the last entries.
  await redis.ask('DEL', streamOf('a'));
  await redis.ask('XADD', streamOf('a'), '1-1', 's', 'another', 'f', '24', 'r', '');
  await rollUp();
  await journal(20);
  await waitUntil('everything to be counted', () => shipsAndCounts(shipper, 200));
});

test('a missing entry is detected, and the journal is sent again', async () => {
  const shipper = shipperOf();
  await journal(10);
  await shipper.ship();
  const [[id = ''] = []] = await redis.ask<readonly (readonly string[])[]>('XRANGE', streamOf('a'), '-', '+');
  await redis.ask('XDEL', streamOf('a'), id);
  await redis.ask('XADD', streamOf('a'), '1-99999', 's', 'of-a-gap', 'f', '5000', 'r', 'x');
  await rollUp();
  expect(await redis.ask('EXISTS', streamOf('a'))).toBe(0);
  await waitUntil('everything to be counted', () => shipsAndCounts(shipper, 10));
});

/** Runs one pass of the host and the worker. */
async function shipsAndCounts(shipper: JournalShipper, events: number): Promise<boolean> {
  await shipper.ship();
  await shipper.settle();
  await rollUp();
  return (await counted()) === events;
}

test('reports are complete up to what all hosts have sent, also if Redis has lost a host', async () => {
  const shipping = createStreamShipping({ sequences: testSequences, database: open.kysely, redis, log });
  const all = () => shipping.shipAll(new AbortController().signal);
  await shipperOf('a').ship();
  const before = Date.now();
  await shipperOf('b').ship();
  expect(await all()).toBeLessThanOrEqual(before);
  await loseRedis();
  await shipperOf('b').ship();
  expect(await all()).toBeLessThanOrEqual(before);
  const a = shipperOf('a');
  await a.ship();
  expect(await all()).toBeGreaterThan(before);
  await a.announceEnd();
  await shipperOf('b').ship();
  expect(await all()).toBeGreaterThan(before);
  expect(await redis.ask('HKEYS', journalKeys.hosts)).toContain('b');
});

test('a segment remains on its host until it is counted, and is then compressed in the store', async () => {
  const store = openPlainStore({ store: { kind: 'folder', folder: null }, dataFolder: join(folder, 'store') });
  const archive = createJournalArchive({ journalFolder: journalFolder(), store, host: 'a' });
  const shipper = shipperOf();
  await journal(25);
  const torn = join(journalFolder(), 'delivery-0', '00000001.journal');
  await shipper.ship();
  await shipper.settle(true);
  expect(await readdir(join(journalFolder(), 'delivery-0'))).toEqual(['00000001.journal']);
  await rollUp();
  await shipper.settle(true);
  await archive.send();
  expect(await shipper.waits()).toBe(false);
  const [name = ''] = await store.list('journal');
  expect(name).toMatch(/^journal\/\d{8}-a\.delivery-0-00000001-[0-9a-f]{32}\.journal\.gz$/);
  expect(
    gunzipSync((await store.get(name)) ?? Buffer.alloc(0))
      .subarray(0, 8)
      .toString(),
  ).toBe('PLCRD-J1');
  expect(await readdir(join(journalFolder(), 'delivery-0'))).toEqual([]);
  await expect(truncate(torn, 1)).rejects.toThrow('ENOENT');
  const later = createJournalArchive({ journalFolder: folder, store, host: 'a', now: () => Date.now() + 36 * 864e5 });
  await later.removeOld();
  expect(await store.list('journal')).toEqual([]);
});

test('events after a damaged one of another host are counted once, and that host reports the damage', async () => {
  await journal(1_000);
  const path = join(journalFolder(), 'delivery-0', '00000001.journal');
  const bytes = await readFile(path);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] as number) ^ 0x10;
  await writeFile(path, bytes);
  const shipper = shipperOf();
  for (let round = 0; round < 3; round += 1) {
    await shipper.ship();
    await rollUp();
  }
  expect(await counted()).toBe(999);
  expect(await sumDamage(journalFolder())).toEqual({ segments: 1, bytes: expect.any(Number) });
  await loseRedis();
  const another = shipperOf();
  await another.ship();
  await rollUp();
  expect(await counted()).toBe(999);
});
