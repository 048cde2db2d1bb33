import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startVisitors, type Visitors } from '../support/attacks/visitors.ts';
import { expectExactCounts } from '../support/counting/check-counts.ts';
import { type StoppablePostgres, startStoppablePostgres } from '../support/database/stoppable-postgres.ts';
import { type BookedBanner, bookOneBanner, waitUntilLive } from '../support/fixtures/book-one-banner.ts';
import { currentTotals } from '../support/fixtures/report-of.ts';
import { freePort } from '../support/process/free-port.ts';
import { machineSlowness } from '../support/process/machine-slowness.ts';
import {
  type PlacardHosts,
  type RunningHost,
  startPlacardHosts,
  storeAddress,
} from '../support/process/placard-hosts.ts';
import { waitUntil } from '../support/process/wait-until.ts';
import { createHostNetwork, type HostNetwork } from '../support/services/host-network.ts';
import { createNetworkLink, type NetworkLink } from '../support/services/network-link.ts';
import { type RedisServer, startRedisServer } from '../support/services/redis-server.ts';
import { type S3Server, startS3Server } from '../support/services/s3-server.ts';

/** Each engine is unreachable for a minute, in every way. Developers can shorten it. */
const awayMs = Number(process.env['PLACARD_TEST_AWAY_MS'] ?? 60_000);
const timeout = 120_000 + awayMs * 3;
const quietMs = awayMs / 2;
const pausedWithinMs = 1_000;
const pausedWithoutRedisMs = 5_000;
const normalWithinMs = 10_000;
/** Limit relative to the quiet time of the same run. Below this number of ms, machine noise dominates. */
const slowdown = 1.5;
const noiseMs = 15;

let postgres: StoppablePostgres;
let redis: RedisServer;
let s3: S3Server;
let links: { readonly postgres: NetworkLink; readonly redis: NetworkLink; readonly store: NetworkLink };
let network: HostNetwork;
let hosts: PlacardHosts;
let first: RunningHost;
let second: RunningHost;
let booked: BookedBanner;
let visitors: { readonly first: Visitors; readonly second: Visitors };

const all = () => [visitors.first, visitors.second];

beforeAll(async () => {
  [postgres, redis, s3] = await Promise.all([startStoppablePostgres(), startRedisServer(), startS3Server()]);
  const redisPort = Number(new URL(redis.url).port);
  const [toPostgres, toRedis, toStore] = await Promise.all([
    createNetworkLink(postgres.port),
    createNetworkLink(redisPort),
    createNetworkLink(s3.port),
  ]);
  links = { postgres: toPostgres, redis: toRedis, store: toStore };
  const engines = {
    databaseUrl: `postgresql://postgres@127.0.0.1:${toPostgres.port}/postgres`,
    redisUrl: `redis://127.0.0.1:${toRedis.port}`,
    store: storeAddress('hosts', toStore.port),
  };
  hosts = await startPlacardHosts(engines);
  first = await hosts.deliver(engines, { environment: { PLACARD_PROCESSES: '1' } });
  network = createHostNetwork(1);
  const [ownRedis, ownStore] = [await network.reach(toRedis.port), await network.reach(toStore.port)];
  second = await hosts.deliver(
    {
      redisUrl: `redis://${ownRedis.address}:${ownRedis.port}`,
      store: storeAddress('hosts', ownStore.port, ownStore.address),
    },
    {
      address: network.address,
      environment: { PLACARD_PROCESSES: '1', PORT: String(await freePort()) },
      ...(network.by === undefined ? {} : { by: network.by }),
    },
  );
  booked = await bookOneBanner(hosts.call, {
    location: '_hosts_',
    format: { code: 'rectangle', width: 300, height: 250 },
    domain: 'harbour.example',
    clickUrl: 'https://harbour.example/',
    cpm: { amount: '1.00', currency: 'EUR' },
  });
  await waitUntil('both hosts to serve', async () => (await serves(first)) && (await serves(second)));
  const { slotName } = booked;
  visitors = {
    first: startVisitors({ deliveryUrl: first.url, slotName, count: 2 }),
    second: startVisitors({ deliveryUrl: second.url, slotName, count: 2 }),
  };
});

afterAll(async () => {
  for (const one of visitors === undefined ? [] : all()) await one.stop();
  for (const link of Object.values(links ?? {})) link.restore();
  redis?.thaw();
  await hosts?.close();
  await network?.close();
  for (const link of Object.values(links ?? {})) await link.close();
  await Promise.all([redis?.stop(), postgres?.close(), s3?.close()]);
});

async function serves(host: RunningHost, as = ''): Promise<boolean> {
  const answer = await fetch(`${host.url}/json/sl${booked.slotName}/${as}`).catch(() => null);
  return answer?.status === 200 && ((await answer.json()) as unknown[]).length === 1;
}

/** Returns the time until every process of every host has stopped the booking after the call. */
async function pauseEverywhere(): Promise<number> {
  const startedAt = performance.now();
  const paused = await hosts.call('POST', `/api/v1/bookings/${booked.bookingId}/actions/pause`);
  expect(paused.status).toBe(200);
  await waitUntil('the pause', async () => !(await serves(first)) && !(await serves(second)), { everyMs: 10 });
  return performance.now() - startedAt;
}

async function resume(): Promise<void> {
  await hosts.call('POST', `/api/v1/bookings/${booked.bookingId}/actions/resume`);
  await waitUntil('the end of the pause', async () => (await serves(first)) && (await serves(second)));
}

async function withoutVisits<Result>(work: () => Promise<Result>): Promise<Result> {
  return visitors.first.whilePaused(() => visitors.second.whilePaused(work));
}

test('a pause takes effect in every process of every host within a second, and "live on" counts them', async () => {
  await withoutVisits(async () => {
    const slowness = await machineSlowness();
    const ms = await pauseEverywhere();
    console.info(`pause: in effect everywhere after ${Math.round(ms)} ms (machine ${slowness.toFixed(1)}x slower)`);
    expect(ms).toBeLessThan(pausedWithinMs * slowness);
    await resume();
  });
  const newest = await waitUntil('live on 2 of 2', async () => {
    const { body } = await hosts.call('GET', '/api/v1/revisions?limit=1');
    const [revision] = body as { live: { on: number; of: number }; processes: { id: string; host: string }[] }[];
    return revision?.live.on === 2 && revision.live.of === 2 ? revision : null;
  });
  expect(new Set(newest.processes.map(({ host }) => host)).size).toBe(2);
});

test('a viewer who saw a capped booking on one host does not get it on the other', async () => {
  const path = `/api/v1/bookings/${booked.bookingId}`;
  const cap = async (caps: unknown) => {
    const { headers } = await hosts.call('GET', path);
    const ifMatch = { 'If-Match': headers.get('etag') ?? '' };
    const changed = await hosts.call('PATCH', path, { json: { caps }, headers: ifMatch });
    expect(changed.status).toBe(200);
    await waitUntilLive(hosts.call, Number(changed.headers.get('placard-revision')));
  };
  await withoutVisits(async () => {
    await cap([{ scope: 'day', most: 1 }]);
    let viewer = 0;
    await waitUntil("the other host to receive the viewer's counts", async () => {
      viewer += 1;
      const as = `tlall/uiviewer${viewer}`;
      if (!(await serves(first, as))) return false;
      await delay(viewer * 20);
      return !(await serves(second, as));
    });
    await cap([]);
  });
});

test('two hosts, one disconnected: both serve, an edit is live on the other, and both catch up', {
  timeout,
}, async () => {
  const before = all().map((one) => ({ ads: one.adRequests(), failed: one.failedAdRequests() }));
  network.cutOff();
  await delay(awayMs);
  const alone = await hosts.call('POST', `/api/v1/bookings/${booked.bookingId}/actions/pause`);
  await waitUntil('the pause on the connected host', async () => !(await serves(first)));
  expect(await serves(second)).toBe(true);
  network.restore();
  await waitUntil('the pause on the disconnected host', async () => !(await serves(second)), {
    withinMs: normalWithinMs,
  });
  await waitUntilLive(hosts.call, Number(alone.headers.get('placard-revision')));
  for (const [index, one] of all().entries()) {
    expect(one.adRequests() - (before[index]?.ads ?? 0)).toBeGreaterThan(100);
  }
  await resume();
  await currentTotals(hosts.call, 'groupBy=booking');
});

type Way = readonly [way: string, takeAway: () => unknown, bringBack: () => unknown];
type Engine = { readonly engine: string; readonly ways: readonly Way[]; readonly canEdit: boolean };

const engines: readonly Engine[] = [
  {
    engine: 'PostgreSQL',
    canEdit: false,
    ways: [
      ['cut off', () => links.postgres.silence(), () => links.postgres.restore()],
      ['stopped', () => postgres.stop(), () => postgres.start()],
      ['frozen', () => postgres.freeze(), () => postgres.thaw()],
    ],
  },
  {
    engine: 'Redis',
    canEdit: true,
    ways: [
      ['frozen', () => redis.freeze(), () => redis.thaw()],
      ['stopped', () => redis.stop(), () => redis.start()],
      ['cut off', () => links.redis.silence(), () => links.redis.restore()],
    ],
  },
  {
    engine: 'the store',
    canEdit: true,
    ways: [
      ['cut off', () => links.store.silence(), () => links.store.restore()],
      ['stopped', () => links.store.refuse(), () => links.store.restore()],
    ],
  },
];
const cases = engines.flatMap(({ engine, ways, canEdit }) =>
  ways.map(([way, takeAway, bringBack]) => ({
    engine,
    way,
    canEdit,
    takeAway,
    bringBack,
  })),
);

describe('each engine unreachable', () => {
  test.each(cases)(
    `$engine $way for ${awayMs} ms: no ad fails or is delayed, everything is counted, and normal operation returns soon after`,
    { timeout },
    async ({ engine, way, canEdit, takeAway, bringBack }) => {
      // Each outage has its own reference measurement, because other load on the machine varies.
      const quiet = await measure(quietMs);
      await takeAway();
      const away = await measure(awayMs);
      if (canEdit) {
        await withoutVisits(async () => {
          const slowness = await machineSlowness();
          expect(await pauseEverywhere()).toBeLessThan(pausedWithoutRedisMs * slowness);
          await resume();
        });
      }
      await bringBack();
      const backAt = performance.now();
      const within = { withinMs: normalWithinMs * (await machineSlowness()) };
      await waitUntil(
        'an edit',
        async () => (await hosts.call('GET', '/api/v1/bookings?limit=1')).status === 200,
        within,
      );
      await waitUntil(
        'reports to be current',
        async () => {
          const { body } = await hosts.call('GET', '/api/v1/reports?groupBy=booking');
          return Date.parse((body as { asOf?: string }).asOf ?? '') > Date.now() - 5_000;
        },
        within,
      );
      const normalMs = Math.round(performance.now() - backAt);
      console.info(
        `${engine} ${way}: ${away.requests} ads, ${away.failed} failed, p99 ${away.p99.toFixed(1)} ms compared to ${quiet.p99.toFixed(1)} ms, normal after ${normalMs} ms`,
      );
      expect(away.failed).toBe(0);
      expect(away.requests).toBeGreaterThan(20);
      expect(away.p99).toBeLessThan(Math.max(quiet.p99 * slowdown, noiseMs));
    },
  );
});

test('counts every acknowledged event once in the end', async () => {
  for (const one of all()) await one.stop();
  await currentTotals(hosts.call, 'groupBy=booking');
  const union = (of: (one: Visitors) => ReadonlySet<string>) => new Set(all().flatMap((one) => [...of(one)]));
  await expectExactCounts(postgres.url, {
    ...visitors.first,
    sent: union(({ sent }) => sent),
    acknowledged: union(({ acknowledged }) => acknowledged),
  });
});

type Measured = { readonly requests: number; readonly failed: number; readonly p99: number };

/**
 * Requests ads for the given time in addition to those of the visitors. Returns their number, the failed ones, and p99.
 */
async function measure(milliseconds: number): Promise<Measured> {
  const failedBefore = all().reduce((sum, one) => sum + one.failedAdRequests(), 0);
  const times: number[] = [];
  const deadline = performance.now() + milliseconds;
  let refused = 0;
  while (performance.now() < deadline) {
    const startedAt = performance.now();
    const ok = await serves(times.length % 2 === 0 ? first : second);
    times.push(performance.now() - startedAt);
    if (!ok) refused += 1;
    await delay(5);
  }
  const failed = refused + all().reduce((sum, one) => sum + one.failedAdRequests(), 0) - failedBefore;
  return { requests: times.length, failed, p99: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0 };
}
