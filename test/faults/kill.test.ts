import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManagementClient } from '../../src/main/demo/management-client.ts';
import { findRunningEmbedded } from '../../src/platform/db/embedded/find-running-embedded.ts';
import { startVisitors, type Visitors } from '../support/attacks/visitors.ts';
import { checkedSecret } from '../support/counting/check-counts.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { type BookedBanner, bookOneBanner } from '../support/fixtures/book-one-banner.ts';
import { childrenOf } from '../support/process/children-of.ts';
import { freePort } from '../support/process/free-port.ts';
import { expectAllCounted, killUnderLoad } from '../support/process/kill-under-load.ts';
import { type PlacardGroup, startPlacardGroup } from '../support/process/placard-group.ts';
import {
  type PlacardHosts,
  type RunningHost,
  startPlacardHosts,
  storeAddress,
} from '../support/process/placard-hosts.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { type RedisServer, startRedisServer } from '../support/services/redis-server.ts';
import { type S3Server, startS3Server } from '../support/services/s3-server.ts';

/** The nightly run has fifty. */
const kills = Number(process.env['PLACARD_TEST_KILLS'] ?? 5);
const timeout = 60_000 + kills * 20_000;
/** The third kill includes the bundled PostgreSQL. After the others it is adopted. */
const killWithDatabase = 2;
/** Guaranteed time, checked for the median. A single start can be delayed by other load on the disk. */
const ready = { readyWithinMs: 3_000, slowestReadyMs: 5_000 };

describe('kill -9 of everything under load', () => {
  let folder: string;
  let environment: Record<string, string>;
  let placard: PlacardGroup;
  let booked: BookedBanner;
  let visitors: Visitors;

  const call = () =>
    createManagementClient({
      address: `http://127.0.0.1:${environment['PORT']}`,
      clientId: 'kill-test',
      clientSecret: 'secret-of-the-kill-test',
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'placard-kill-'));
    environment = {
      PORT: String(await freePort()),
      PLACARD_DELIVERY_PORT: String(await freePort()),
      PLACARD_DATA: join(folder, 'data'),
      PLACARD_PROCESSES: '2',
      PLACARD_LOG_LEVEL: 'warn',
      PLACARD_SECRET: checkedSecret,
      PLACARD_CLIENT_ID: 'kill-test',
      PLACARD_CLIENT_SECRET: 'secret-of-the-kill-test',
    };
    placard = await startPlacardGroup(environment);
    booked = await bookOneBanner(call(), oneBanner('_kill_'));
    visitors = startVisitors({
      deliveryUrl: `http://127.0.0.1:${environment['PLACARD_DELIVERY_PORT']}`,
      slotName: booked.slotName,
      count: 6,
    });
  });

  afterAll(async () => {
    await visitors?.stop();
    await placard?.stop();
    // A PostgreSQL that survived a failed test.
    const left = findRunningEmbedded(environment['PLACARD_DATA'] ?? '');
    if (left !== null) process.kill(left.pid, 'SIGINT');
    // As root, the database may be in another folder behind a link.
    const home = await realpath(join(folder, 'data', 'postgres')).catch(() => folder);
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  });

  test(`${kills} times at a random time: ready again within ${ready.readyWithinMs} ms`, {
    timeout,
  }, async () => {
    await killUnderLoad({
      kills,
      visitors,
      ...ready,
      async kill(number) {
        const database = findRunningEmbedded(environment['PLACARD_DATA'] ?? '');
        await placard.kill();
        if (number === killWithDatabase) process.kill(database?.pid ?? 0, 'SIGKILL');
        return {
          what: 'everything',
          start: async () => {
            placard = await startPlacardGroup(environment);
          },
        };
      },
    });
  });

  test('every acknowledged event is counted exactly once, and no event that was not sent', async () => {
    const databaseUrl = findRunningEmbedded(environment['PLACARD_DATA'] ?? '')?.url ?? '';
    await expectAllCounted({ visitors, call: call(), bookingId: booked.bookingId, databaseUrl, atLeast: 500 });
  });
});

describe('kill -9 of random processes of several hosts under load', () => {
  let database: TestDatabase;
  let redis: RedisServer;
  let s3: S3Server;
  let hosts: PlacardHosts;
  let delivery: RunningHost;
  let booked: BookedBanner;
  let visitors: Visitors;

  beforeAll(async () => {
    [database, redis, s3] = await Promise.all([createTestDatabase(), startRedisServer(), startS3Server()]);
    const engines = { databaseUrl: database.url, redisUrl: redis.url, store: storeAddress('kill', s3.port) };
    hosts = await startPlacardHosts(engines);
    delivery = await hosts.deliver(engines);
    booked = await bookOneBanner(hosts.call, oneBanner('_kill_'));
    visitors = startVisitors({ deliveryUrl: delivery.url, slotName: booked.slotName, count: 6 });
  });

  afterAll(async () => {
    await visitors?.stop();
    await hosts?.close();
    await redis?.stop();
    await s3?.close();
    await database?.close();
  });

  test(`${kills} times: each process is ready again within ${ready.readyWithinMs} ms`, { timeout }, async () => {
    const host = (what: string, of: RunningHost) => async () => {
      await of.group().kill();
      return { what, start: of.start };
    };
    const victims = [
      host('management and worker', hosts.control),
      host('a delivery host', delivery),
      async () => {
        // The supervisor restarts it, and the other process serves meanwhile.
        const [process_ = 0] = childrenOf(delivery.group().pid);
        process.kill(process_, 'SIGKILL');
        return { what: 'a delivery process', start: () => untilServes(delivery.url, booked.slotName) };
      },
      async () => {
        await redis.stop();
        // Redis restarts empty, and its data is sent again.
        return { what: 'Redis', start: redis.start };
      },
    ];
    const order = shuffled(Array.from({ length: kills }, (_, number) => number % victims.length));
    await killUnderLoad({ kills, visitors, ...ready, kill: (number) => (victims[order[number] ?? 0] ?? never)() });
  });

  test('every acknowledged event is counted exactly once, and no event that was not sent', async () => {
    const { bookingId } = booked;
    await expectAllCounted({ visitors, call: hosts.call, bookingId, databaseUrl: database.url, atLeast: 300 });
  });

  test('decisions of a delivery host are explained and counted in funnels on a host without delivery', async () => {
    const { bookingId } = booked;
    const found = await waitUntil('a decision', async () => {
      const { body } = await hosts.call('GET', `/api/v1/decisions?bookingId=${bookingId}&limit=1`);
      return (body as { decisions: readonly { decisionId: string }[] }).decisions[0];
    });
    const { body: decision } = await hosts.call('GET', `/api/v1/decisions/${found.decisionId}`);
    expect(decision).toMatchObject({ trace: 'repeated', processId: expect.stringMatching(/~delivery-\d$/) });
    const { body: funnel } = await hosts.call('GET', `/api/v1/bookings/${bookingId}/funnel`);
    expect((funnel as { totals: { matched: number } }).totals.matched).toBeGreaterThan(0);
  });
});

function oneBanner(location: string) {
  return {
    location,
    format: { code: 'rectangle', width: 300, height: 250 },
    domain: 'harbour.example',
    clickUrl: 'https://harbour.example/',
    cpm: { amount: '1.00', currency: 'EUR' },
  };
}

function shuffled(numbers: readonly number[]): number[] {
  return numbers
    .map((number) => ({ number, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ number }) => number);
}

function never(): never {
  throw new Error('No process left to kill');
}

async function untilServes(url: string, slotName: string): Promise<void> {
  await waitUntil('an ad', async () => (await fetch(`${url}/json/sl${slotName}/`).catch(() => null))?.status === 200);
}
