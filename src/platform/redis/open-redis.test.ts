import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitUntil } from '../../../test/support/process/wait-until.ts';
import { type RedisServer, startRedisServer } from '../../../test/support/services/redis-server.ts';
import { createLog } from '../log/log.ts';
import { openRedis, type Redis } from './open-redis.ts';

const answerMs = 500;
let server: RedisServer;
let redis: Redis;

beforeEach(async () => {
  server = await startRedisServer();
  const log = createLog({ level: process.env['PLACARD_TEST_LOG'] ?? 'silent', name: 'test' });
  redis = openRedis({ url: server.url, log, without: 'this test waits', answerMs });
  await waitUntil('the connection', () => !redis.isAway(), { everyMs: 5 });
});
afterEach(async () => {
  redis.close();
  await server.stop();
});

test('a hanging Redis counts as unavailable after one missing response, and as available after the next response', async () => {
  await redis.ask('SET', 'key', 'value');
  server.freeze();
  const frozenAtMs = performance.now();
  await expect(redis.ask('GET', 'key')).rejects.toThrow('Redis is unreachable');
  expect(redis.isAway()).toBe(true);
  expect(performance.now() - frozenAtMs).toBeLessThan(4 * answerMs);
  server.thaw();
  await waitUntil('it to be back', async () => (await redis.ask('GET', 'key').catch(() => null)) === 'value');
  expect(redis.isAway()).toBe(false);
});

test('an error returned by Redis counts as a response', async () => {
  await redis.ask('SET', 'key', 'value');
  await expect(redis.ask('INCR', 'key')).rejects.toThrow('not an integer');
  expect(redis.isAway()).toBe(false);
});
