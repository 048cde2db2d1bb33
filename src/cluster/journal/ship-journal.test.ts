import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../../../test/support/process/wait-until.ts';
import { type RedisServer, startRedisServer } from '../../../test/support/services/redis-server.ts';
import { journalKeys } from '../../exchange/journal/journal-stream.ts';
import { createLog } from '../../platform/log/log.ts';
import { openRedis, type Redis } from '../../platform/redis/open-redis.ts';
import { createJournalShipper } from './ship-journal.ts';

const log = createLog({ level: process.env['PLACARD_TEST_LOG'] ?? 'silent', name: 'test' });
let server: RedisServer;
let redis: Redis;
let journalFolder: string;

beforeAll(async () => {
  server = await startRedisServer();
  redis = openRedis({ url: server.url, log, without: 'this test waits', answerMs: 1_000 });
  journalFolder = await mkdtemp(join(tmpdir(), 'placard-shipper-'));
  await waitUntil('the connection', () => !redis.isAway(), { everyMs: 5 });
});
afterAll(async () => {
  redis.close();
  await server.stop();
  await rm(journalFolder, { recursive: true });
});

async function said(): Promise<unknown> {
  return JSON.parse(await redis.ask<string>('HGET', journalKeys.hosts, 'host'));
}

test('a host that has ended stays closed for reports, also after another pass over its journal', async () => {
  const shipper = createJournalShipper({ redis, log, host: 'host', journalFolder });
  await shipper.ship();
  expect(await said()).toMatchObject({ closed: false });
  await shipper.announceEnd();
  await shipper.ship();
  expect(await said()).toMatchObject({ closed: true, throughMs: shipper.throughMs() });
});
