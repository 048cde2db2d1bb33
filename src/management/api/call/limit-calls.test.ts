import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import {
  startTestManagement,
  type TestAnswer,
  type TestManagement,
} from '../../../../test/support/server/test-management.ts';
import { startRedisServer } from '../../../../test/support/services/redis-server.ts';
import { openRedis } from '../../../platform/redis/open-redis.ts';
import { type CallStanding, type CountCall, createCallLimiter } from './call-limiter.ts';

const limit = 60;
let management: TestManagement;
let account: number;
beforeAll(async () => {
  management = await startTestManagement({ callsPerMinute: limit });
  account = (await makeObject(management, 'service-accounts')).id;
});
afterAll(() => management?.close());
// Only the clock is fake: timers of connections must run.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') }));
afterEach(() => vi.useRealTimers());
const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

const read = (by: Record<string, unknown> = { account }) => management.call('GET', '/limits', by);
const leftIn = (answer: TestAnswer) => Number(/^"caller";r=(\d+);t=\d+$/.exec(answer.headers['ratelimit'] ?? '')?.[1]);

test('returns the remaining calls with every response and 429 beyond the limit until the minute is over', async () => {
  const first = await read();
  expect(first).toMatchObject({
    status: 200,
    headers: { 'ratelimit-policy': `"caller";q=${limit};w=60`, ratelimit: `"caller";r=${limit - 1};t=60` },
    body: { calls: { limit, windowSeconds: 60, remaining: limit - 1, resetSeconds: 60 } },
  });
  wait(20_500);
  const wrong = await management.call('GET', '/campaigns/x', { account });
  expect([wrong.status, wrong.headers['ratelimit']]).toEqual([400, `"caller";r=${limit - 2};t=40`]);
  const created = await management.call('POST', '/inventory/publisher', { account, body: { companyName: 'One' } });
  expect([created.status, leftIn(created)]).toEqual([201, limit - 3]);
  for (let call = 4; call <= limit; call += 1) expect((await read()).status).toBe(200);
  const before = await management.call('GET', '/inventory/publisher');
  for (const refused of [
    await read(),
    await management.call('POST', '/inventory/publisher', { account, body: { companyName: 'Too many' } }),
  ]) {
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '40', ratelimit: '"caller";r=0;t=40', 'content-type': 'application/problem+json' },
      body: { code: 'too_many_requests', type: '/problems/too_many_requests' },
    });
  }
  expect((await management.call('GET', '/inventory/publisher')).body).toEqual(before.body);
  wait(39_500);
  expect([(await read()).status, leftIn(await read())]).toEqual([200, limit - 2]);
});

test('counts callers separately and does not count unauthenticated ones', async () => {
  const user = (await makeObject(management, 'users', { role: 'viewer', email: 'rates@limits.example' })).id;
  for (let call = 0; call < limit; call += 1) await read({ user });
  expect((await read({ user })).status).toBe(429);
  const other = (await makeObject(management, 'service-accounts')).id;
  expect(leftIn(await read({ account: other }))).toBe(limit - 1);
  const anonymous = await read({ scopes: null });
  expect(anonymous.status).toBe(401);
  expect(anonymous.headers).not.toHaveProperty('ratelimit');
});

test('counts a call without the scope: 403 with the remaining calls', async () => {
  const one = (await makeObject(management, 'service-accounts')).id;
  const refused = await management.call('GET', '/campaigns', { account: one, scopes: ['reports:read'] });
  expect([refused.status, leftIn(refused)]).toEqual([403, limit - 1]);
  expect(leftIn(await read({ account: one }))).toBe(limit - 2);
});

test('never allows more calls in a window than the limit', async () => {
  const countCall = createCallLimiter({ name: 'test', limit: 3, redis: null });
  const refused: boolean[] = [];
  for (let call = 0; call < 12; call += 1) {
    refused.push((await countCall('a')).isRefused);
    wait(10_000);
  }
  expect(refused).toEqual([false, false, false, true, true, true, false, false, false, true, true, true]);
});

test('shares the count of two processes in Redis; they count separately while Redis is unreachable', async () => {
  vi.useRealTimers();
  const server = await startRedisServer();
  const connections = [0, 1].map(() =>
    openRedis({ url: server.url, log: management.services.log, without: 'each process counts', answerMs: 500 }),
  );
  try {
    await waitUntil('Redis to respond', async () => {
      const answers = await Promise.allSettled(connections.map((redis) => redis.ask('PING')));
      return answers.every(({ status }) => status === 'fulfilled');
    });
    const [one, two] = connections.map((redis) => createCallLimiter({ name: 'test', limit: 4, redis }));
    const both = [one, two, one, two, one, two] as CountCall[];
    const standings: CallStanding[] = [];
    for (const countCall of both) standings.push(await countCall('a'));
    expect(standings.map(({ remaining }) => remaining)).toEqual([3, 2, 1, 0, 0, 0]);
    expect(standings.map(({ isRefused }) => isRefused)).toEqual([false, false, false, false, true, true]);
    expect(standings.every(({ resetSeconds }) => resetSeconds >= 55 && resetSeconds <= 60)).toBe(true);
    server.freeze();
    expect((await (one as CountCall)('c')).remaining).toBe(3);
    server.thaw();
    await waitUntil('the count to be shared again', async () => (await (one as CountCall)('c')).remaining < 2);
    expect((await (two as CountCall)('c')).remaining).toBeLessThan(2);
    await server.stop();
    expect(await (one as CountCall)('b')).toMatchObject({ remaining: 3, isRefused: false });
    expect(await (two as CountCall)('b')).toMatchObject({ remaining: 3, isRefused: false });
  } finally {
    for (const redis of connections) redis.close();
    await server.stop();
  }
});

test('returns the limits of the caller, independent of its scopes', async () => {
  const answer = await management.call('GET', '/limits', { account: 77, scopes: [] });
  expect(answer).toMatchObject({ status: 200, body: { calls: { limit: expect.any(Number) } } });
  expect((await management.call('GET', '/limits', { scopes: null })).status).toBe(401);
});
