import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDataStore } from '../../src/exchange/open-data/open-data-files.ts';
import { openOpenDataStore } from '../../src/exchange/open-data/open-data-store.ts';
import { openParquetSession, type ParquetSession } from '../../src/exchange/open-data/parquet-session.ts';
import { startVisitors, type Visitors } from '../support/attacks/visitors.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { type BookedBanner, bookOneBanner } from '../support/fixtures/book-one-banner.ts';
import { currentTotals } from '../support/fixtures/report-of.ts';
import { queryOpenData } from '../support/open-data/open-data-world.ts';
import {
  type PlacardHosts,
  type RunningHost,
  startPlacardHosts,
  storeAddress,
} from '../support/process/placard-hosts.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { type RedisServer, startRedisServer } from '../support/services/redis-server.ts';
import { type S3Server, startS3Server } from '../support/services/s3-server.ts';

const freshMs = 60_000;
let folder: string;
let database: TestDatabase;
let redis: RedisServer;
let s3: S3Server;
let hosts: PlacardHosts;
let deliveries: readonly RunningHost[];
let booked: BookedBanner;
let visitors: readonly Visitors[];
let store: OpenDataStore;
let session: ParquetSession;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-open-data-hosts-'));
  [database, redis, s3] = await Promise.all([createTestDatabase(), startRedisServer(), startS3Server()]);
  const engines = { databaseUrl: database.url, redisUrl: redis.url, store: storeAddress('open', s3.port) };
  hosts = await startPlacardHosts(engines, { PLACARD_OPEN_DATA_DAYS: '2' });
  deliveries = [await hosts.deliver(engines), await hosts.deliver(engines)];
  booked = await bookOneBanner(hosts.call, {
    location: '_open_',
    format: { code: 'rectangle', width: 300, height: 250 },
    domain: 'harbour.example',
    clickUrl: 'https://harbour.example/',
    cpm: { amount: '1.00', currency: 'EUR' },
  });
  visitors = deliveries.map(({ url }) => startVisitors({ deliveryUrl: url, slotName: booked.slotName, count: 2 }));
  store = openOpenDataStore({ store: s3.location('open'), dataFolder: folder });
  session = await openParquetSession(join(folder, 'drafts'));
}, 180_000);

afterAll(async () => {
  for (const each of visitors ?? []) await each.stop();
  await hosts?.close();
  await redis?.stop();
  await s3?.close();
  await database?.close();
  await session?.close();
  await store?.close();
  await rm(folder, { recursive: true, force: true });
});

async function stored(): Promise<Readonly<Record<string, unknown>>> {
  const [row] = await queryOpenData(
    { store, session },
    `select count(*) filter (where event = 'impression') as impressions,
      count(*) filter (where event = 'viewable') as viewables,
      count(distinct (journal_segment, journal_offset)) = count(*) as unique_rows from counted_events`,
  );
  return row ?? {};
}

test('killed hosts export every event once, within a minute, and totals equal the report', {
  timeout: 300_000,
}, async () => {
  await waitUntil('files', async () => (await store.list('events')).length > 0, { withinMs: freshMs, everyMs: 500 });
  for (const host of [deliveries[0], hosts.control, deliveries[1]]) {
    await delay(2_000);
    await host?.group().kill();
    await host?.start();
  }
  await delay(2_000);
  for (const each of visitors) await each.stop();
  const endedAtMs = performance.now();
  const { impressions, viewables } = await currentTotals(hosts.call, `groupBy=booking&bookingId=${booked.bookingId}`);
  expect(impressions).toBeGreaterThan(100);
  const expected = { impressions: String(impressions), viewables: String(viewables), unique_rows: true };
  await waitUntil(
    'all events',
    async () =>
      Number((await stored())['impressions']) >= impressions && (await stored())['viewables'] === String(viewables),
    { withinMs: freshMs, everyMs: 1_000 },
  );
  console.info(
    `Open data: ${impressions + viewables} events of two hosts, complete after ${Math.round((performance.now() - endedAtMs) / 100) / 10} s`,
  );
  expect(await stored()).toEqual(expected);
  const [facts] = await queryOpenData(
    { store, session },
    `select count(*) as n, count(requests.position_id) as known from counted_events left join requests using (decision_id, slot)`,
  );
  // Killed processes lose a quarter-second of facts.
  expect(Number(facts?.['known'])).toBeGreaterThan(0.8 * Number(facts?.['n']));
  const decisions = await queryOpenData({ store, session }, 'select count(booking_id) as n from decisions');
  expect(Number(decisions[0]?.['n'])).toBeGreaterThan(0);
  const names = await store.list('names');
  expect(names.map(({ name }) => name)).toContain('names/bookings.parquet');
});
