import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../test/support/process/free-port.ts';
import { type RedisServer, startRedisServer } from '../../../test/support/services/redis-server.ts';
import { type S3Server, startS3Server } from '../../../test/support/services/s3-server.ts';
import { createLog } from '../../platform/log/log.ts';
import { openRedis } from '../../platform/redis/open-redis.ts';
import { checkRedis } from './doctor/check-redis.ts';
import { checkStore } from './doctor/check-store.ts';
import type { Finding } from './doctor/finding.ts';

let redis: RedisServer;
let s3: S3Server;
let dataFolder: string;

beforeAll(async () => {
  [redis, s3] = await Promise.all([startRedisServer(), startS3Server()]);
  dataFolder = await mkdtemp(join(tmpdir(), 'placard-doctor-'));
});
afterAll(async () => {
  await Promise.all([redis.stop(), s3.close()]);
  await rm(dataFolder, { recursive: true, force: true });
});

async function all(findings: AsyncIterable<Finding>): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for await (const finding of findings) found.push(finding);
  return found;
}

test('a valid Redis is ok, and no keys remain', async () => {
  expect(await all(checkRedis(redis.url))).toEqual([
    { what: 'Redis', state: 'ok', found: expect.stringMatching(/^(?:Redis|Valkey) \d+\.\d+.* responds$/) as unknown },
    { what: 'clock', state: 'ok', found: expect.stringMatching(/^\d+ ms difference from Redis$/) as unknown },
  ]);
});

test('reports a Redis that evicts keys, rejects commands, or is unreachable', async () => {
  const log = createLog({ level: 'silent', name: 'test' });
  const admin = openRedis({ url: redis.url, log, without: '', answerMs: 2_000 });
  await expect.poll(() => admin.isAway()).toBe(false);
  expect(await admin.ask('DBSIZE')).toBe(0);
  await admin.ask('CONFIG', 'SET', 'maxmemory', '100mb', 'maxmemory-policy', 'allkeys-lru');
  await admin.ask('ACL', 'SETUSER', 'reader', 'on', '>pass', '~*', '+@read', '+@connection', '+time', '+info');
  admin.close();
  expect(await all(checkRedis(redis.url))).toContainEqual(
    expect.objectContaining({ state: 'warn', found: 'maxmemory-policy is allkeys-lru' }),
  );
  const reader = redis.url.replace('redis://', 'redis://reader:pass@');
  expect(await all(checkRedis(reader))).toMatchObject([
    {
      state: 'fail',
      found: expect.stringMatching(/NOPERM/) as unknown,
      advice: expect.stringContaining('all commands') as unknown,
    },
  ]);
  const wrong = redis.url.replace('redis://', 'redis://reader:wrong@');
  expect(await all(checkRedis(wrong))).toMatchObject([{ state: 'fail' }]);
  expect(await all(checkRedis(`redis://127.0.0.1:${await freePort()}`))).toMatchObject([
    { state: 'fail', advice: expect.stringContaining('REDIS_URL') as unknown },
  ]);
});

test('checks a bucket and a folder, and reports their errors', async () => {
  const look = (store: Parameters<typeof checkStore>[0]['store']) => all(checkStore({ store, dataFolder }));
  expect(await look(s3.location('doctor'))).toMatchObject([{ what: 'store', state: 'ok' }]);
  expect(await look({ kind: 'folder', folder: null })).toMatchObject([{ what: 'store', state: 'ok' }]);
  expect(await look({ kind: 'folder', folder: join(dataFolder, 'own') })).toMatchObject([
    { what: 'store', state: 'ok' },
    { what: 'store disk', found: expect.stringMatching(/GiB free/) as unknown },
  ]);
  expect(await look({ ...s3.location('doctor'), bucket: 'no-such-bucket' })).toMatchObject([
    { state: 'fail', advice: expect.stringContaining('bucket') as unknown },
  ]);
  expect(await look({ ...s3.location('doctor'), endpoint: `http://127.0.0.1:${await freePort()}` })).toMatchObject([
    { state: 'fail', advice: expect.stringContaining('endpoint') as unknown },
  ]);
});
