import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitUntil } from '../../../test/support/process/wait-until.ts';
import { type RedisServer, startRedisServer } from '../../../test/support/services/redis-server.ts';
import { hourMs } from '../../core/time/durations.ts';
import type { CountFile } from '../../exchange/plan/count-files.ts';
import { openPacingFolder, type PacingFolder } from '../../exchange/plan/pacing-folder.ts';
import type { Plan } from '../../exchange/plan/plan-file.ts';
import { createLog } from '../../platform/log/log.ts';
import { openRedis, type Redis } from '../../platform/redis/open-redis.ts';
import { carryPacing } from './carry-pacing.ts';
import { openSharedPacing } from './shared-pacing.ts';

const log = createLog({ level: 'silent', name: 'test' });
const time = { number: 7, requests: [[1, 10]], bookings: [[2, 3, 4, 5, 6]], pending: [[2, 1]] } as const;

let server: RedisServer;
let redis: Redis;
let folder: string;
let shared: PacingFolder;

beforeAll(async () => {
  server = await startRedisServer();
  redis = openRedis({ url: server.url, log, without: 'this test waits', answerMs: 1_000 });
  shared = openSharedPacing(redis);
});
afterAll(async () => {
  redis?.close();
  await server?.stop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-pacing-'));
  await waitUntil('Redis', () => !redis.isAway(), { everyMs: 5 });
  await redis.ask('FLUSHALL');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const countsOf = (processId: string, at = Date.now()): CountFile => ({ processId, at, times: [time] });

function hostWith(name: string, ships: () => Promise<boolean>) {
  const local = openPacingFolder(join(folder, name));
  const shipper = { ship: ships, settle: never, throughMs: () => 0, waits: never, announceEnd: never };
  return { local, carriage: carryPacing({ host: name, local, shared, shipper }) };
}

function never(): never {
  throw new Error('This must not be called');
}

test('counts of several hosts coexist, and appear only after their events were sent', async () => {
  let isComplete = false;
  const a = hostWith('a', async () => isComplete);
  const b = hostWith('b', async () => true);
  await a.local.counts.write(countsOf('delivery-0'));
  await b.local.counts.write(countsOf('delivery-0'));
  expect([await a.carriage.ship(), await b.carriage.ship()]).toEqual([false, true]);
  expect((await shared.counts.list()).map(({ processId }) => processId)).toEqual(['b.delivery-0']);
  isComplete = true;
  await a.carriage.ship();
  const both = await shared.counts.list();
  expect(both.map(({ processId }) => processId).toSorted()).toEqual(['a.delivery-0', 'b.delivery-0']);
  expect(both[0]?.times).toEqual([time]);
});

test('counts of a host that has been away for an hour are removed', async () => {
  await shared.counts.write(countsOf('a.delivery-0', Date.now() - 2 * hourMs));
  await shared.counts.write(countsOf('b.delivery-0'));
  expect((await shared.counts.list()).map(({ processId }) => processId)).toEqual(['b.delivery-0']);
  expect(await shared.counts.read('a.delivery-0')).toBeNull();
});

test('each host follows the common plan, with the local names of its processes', async () => {
  const processes = [
    { id: 'a.delivery-0', through: 7, fresh: true },
    { id: 'b.delivery-0', through: 8, fresh: true },
  ];
  const booking = { part: 0.5, counter: 'impressions', left: 10, brings: 0.5, fits: 1, overbooked: false } as const;
  const plan: Plan = {
    number: 3,
    plannedAtMs: 5,
    processes,
    bookings: [{ bookingId: 2, over: null, budget: null, ...booking }],
  };
  const b = hostWith('b', async () => true);
  await b.carriage.followPlan();
  expect(await b.local.plan.read()).toBeNull();
  await shared.plan.write(plan);
  await b.carriage.followPlan();
  const followed = await b.local.plan.read();
  expect(followed).toEqual({ ...plan, processes: [processes[0], { ...processes[1], id: 'delivery-0' }] });
});
