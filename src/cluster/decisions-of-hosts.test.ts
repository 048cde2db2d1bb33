import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { waitUntil } from '../../test/support/process/wait-until.ts';
import { type RedisServer, startRedisServer } from '../../test/support/services/redis-server.ts';
import { dayMs } from '../core/time/durations.ts';
import { DecisionEncoder } from '../exchange/decisions/decision-encoder.ts';
import { decisionFolderOf, openRecordedDecisions } from '../exchange/decisions/decision-folder.ts';
import { openDecisionWriter } from '../exchange/decisions/decision-writer.ts';
import { silencesOf } from '../exchange/decisions/other-hosts.ts';
import { readConfig } from '../platform/config/config.ts';
import { openPlainStore, type PlainStore } from '../platform/files/plain-store.ts';
import { createLog } from '../platform/log/log.ts';
import { createDecisionPull } from './decisions/pull-decisions.ts';
import { createDecisionPush } from './decisions/push-decisions.ts';
import { storedListOf } from './decisions/stored-decisions.ts';
import { type HostLink, openHostLink } from './host-link.ts';
import { type HostAgent, startHostAgent } from './start-host-agent.ts';

const log = createLog({ level: process.env['PLACARD_TEST_LOG'] ?? 'silent', name: 'test' });
const atMs = Date.parse('2026-11-22T10:00:00Z');

let redis: RedisServer;
let folder: string;
let store: PlainStore;
let link: HostLink;

beforeAll(async () => {
  redis = await startRedisServer();
});
afterAll(() => redis.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-decisions-'));
  store = openPlainStore({ store: { kind: 'folder', folder: join(folder, 'store') }, dataFolder: folder });
  link = await linkOf('two');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await link.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const dataOf = (host: string) => join(folder, host);
const pushOf = (host: string) => createDecisionPush({ store, host, dataFolder: dataOf(host) }).push;
const pullOf = (host: string) => createDecisionPull({ store, redis: link.redis, host, dataFolder: dataOf(host) }).pull;
const keptOf = (host: string) => openRecordedDecisions(dataOf(host));

function configOf(host: string) {
  const roleEnvironment = { PLACARD_STORE: join(folder, 'store'), PLACARD_DATA: dataOf(host) };
  return readConfig({ REDIS_URL: redis.url, ...roleEnvironment }, 'delivery');
}

async function linkOf(host: string): Promise<HostLink> {
  const opened = openHostLink(configOf(host), { host, log });
  if (opened === null) throw new Error('There is a Redis');
  await waitUntil('Redis', () => !opened.redis.isAway() && !opened.listener.isAway(), { everyMs: 5 });
  return opened;
}

/** Starts a delivery process that writes one frame per revision, all into one file. */
async function startProcess(host: string, processId: string, maxBytes = 1_000_000) {
  const writer = await openDecisionWriter({
    folder: decisionFolderOf(dataOf(host), processId),
    maxBytes,
    onFailure: (error) => {
      throw error;
    },
  });
  const encoder = new DecisionEncoder();
  return {
    async begin(fromMs: number) {
      encoder.begin({ note: 'file', processId, run: 'run', runStartMs: atMs, continues: false }, fromMs);
      writer.append(encoder.take(), { fromMs, isNewFile: true, failuresTold: 0 });
      await writer.settle();
    },
    async decide(revision: number, fromMs = atMs) {
      encoder.revision(revision, fromMs);
      encoder.request({
        atMs: fromMs,
        id: null,
        facts: { things: [], consent: 0 },
        slots: [],
        viewer: null,
        terms: 0,
        claims: [],
      });
      writer.append(encoder.take(), { fromMs, isNewFile: false, failuresTold: 0 });
      await writer.settle();
    },
    close: () => writer.close(),
  };
}

/** Returns the revisions of the recorded requests in order, by process. */
async function decidedAt(host: string): Promise<Readonly<Record<string, readonly number[]>>> {
  const kept = keptOf(host);
  const decided: Record<string, number[]> = {};
  for (const [processId, files] of await kept.files()) {
    for (const file of files) {
      await kept.read(file, {
        request: ({ revision }) => {
          decided[processId] = [...(decided[processId] ?? []), revision];
          return true;
        },
      });
    }
  }
  return decided;
}

test('decisions of one host are readable on another as they grow, in addition to its own', async () => {
  const [push, pull] = [pushOf('one'), pullOf('two')];
  const first = await startProcess('one', 'delivery-0');
  const own = await startProcess('two', 'delivery-0');
  await first.begin(atMs);
  await first.decide(1);
  await own.begin(atMs);
  await own.decide(7);
  await push();
  await pull();
  expect(await decidedAt('two')).toEqual({ 'delivery-0': [7], 'one~delivery-0': [1] });
  await first.decide(2);
  await first.begin(atMs + 1_000);
  await first.decide(3, atMs + 1_000);
  await push();
  await pull();
  expect(await decidedAt('two')).toEqual({ 'delivery-0': [7], 'one~delivery-0': [1, 2, 3] });
  // Files from other hosts are not forwarded, and no host fetches its own files.
  await pushOf('two')();
  await pullOf('one')();
  expect(await decidedAt('one')).toEqual({ 'delivery-0': [1, 2, 3], 'two~delivery-0': [7] });
  await first.close();
  await own.close();
});

test('files removed by their host are removed from all hosts', async () => {
  const [push, pull] = [pushOf('one'), pullOf('two')];
  const process = await startProcess('one', 'delivery-0', 1);
  await process.begin(atMs);
  await process.decide(1);
  await push();
  await pull();
  await process.begin(atMs + 1_000);
  await process.decide(2, atMs + 1_000);
  await push();
  await pull();
  expect(await decidedAt('two')).toEqual({ 'one~delivery-0': [2] });
  expect(await store.list('decisions/one/delivery-0')).toHaveLength(1);
  await process.close();
});

test('a silent host leaves a gap from its last update, and a host that ended does not', async () => {
  const [push, pull] = [pushOf('one'), pullOf('two')];
  const process = await startProcess('one', 'delivery-0');
  await process.begin(atMs);
  const now = vi.spyOn(Date, 'now').mockReturnValue(atMs + 10_000);
  await push();
  await pull();
  const [other] = await keptOf('two').others();
  expect(other).toEqual({ host: 'one', throughMs: atMs + 9_000, endedAtMs: null });
  expect(silencesOf([other as never], atMs + 20_000)).toEqual([]);
  const later = atMs + 60_000;
  expect(silencesOf([other as never], later)).toEqual([{ fromMs: atMs + 9_000, toMs: Number.POSITIVE_INFINITY }]);
  now.mockReturnValue(later);
  await push(true);
  await pull();
  const ended = await keptOf('two').others();
  expect(ended).toEqual([{ host: 'one', throughMs: later, endedAtMs: later }]);
  expect(silencesOf(ended, later + dayMs)).toEqual([]);
  await process.close();
});

test('a host that ends while the store is unavailable leaves a gap until its end, and an open gap when it returns', async () => {
  const process = await startProcess('one', 'delivery-0');
  await process.begin(Date.now());
  await process.decide(1, Date.now());
  const pull = pullOf('two');
  const others = async () => {
    await pull();
    const [other] = await keptOf('two').others();
    if (other === undefined) throw new Error('unknown host');
    return other;
  };
  const own = await linkOf('one');
  let isAway = false;
  const stalling = Promise.withResolvers<never>();
  stalling.promise.catch(() => undefined);
  const stallingLink: HostLink = {
    ...own,
    store: { ...own.store, put: (name, content) => (isAway ? stalling.promise : own.store.put(name, content)) },
  };
  const start = (): HostAgent =>
    startHostAgent({
      config: configOf('one'),
      link: stallingLink,
      secret: 'secret',
      toProcesses: { hear: () => undefined },
    });
  const agent = start();
  await waitUntil('its list', async () => (await store.get(storedListOf('one'))) !== null);
  const { throughMs } = await others();
  isAway = true;
  await agent.finish();
  const { endedAtMs } = await others();
  expect(endedAtMs).toBeGreaterThanOrEqual(throughMs);
  const gap = { fromMs: throughMs, toMs: endedAtMs };
  expect(silencesOf([await others()], Date.now() + dayMs)).toEqual([gap]);
  const closing = agent.close();
  // The host is running again, and the store is still unavailable.
  const next = start();
  await waitUntil('it to be known as running', async () => (await others()).endedAtMs === null);
  expect(silencesOf([await others()], Date.now() + dayMs)).toEqual([{ ...gap, toMs: Number.POSITIVE_INFINITY }]);
  isAway = false;
  stalling.reject(new Error('The store does not respond'));
  await closing;
  await waitUntil('it to tell', async () => (await others()).throughMs > throughMs);
  expect(silencesOf([await others()], Date.now())).toEqual([]);
  await next.finish();
  await next.close();
  await own.close();
  await process.close();
});

test('a host that has been away for eight days is removed, also from the store', async () => {
  const process = await startProcess('one', 'delivery-0');
  await process.begin(atMs);
  await process.decide(1);
  const now = vi.spyOn(Date, 'now').mockReturnValue(atMs + 10_000);
  await pushOf('one')();
  const pull = pullOf('two');
  await pull();
  now.mockReturnValue(atMs + 9 * dayMs);
  await pull();
  expect([await decidedAt('two'), await keptOf('two').others()]).toEqual([{}, []]);
  expect([await store.list('decision-hosts'), await store.list('decisions/one/delivery-0')]).toEqual([[], []]);
  await process.close();
});

test('a damaged list, or one with foreign paths, is rejected without affecting other hosts', async () => {
  const process = await startProcess('three', 'delivery-0');
  await process.begin(atMs);
  await process.decide(1);
  await pushOf('three')();
  const files = [{ processId: '../../outside', name: '0000000000001-000001.decisions', bytes: 1 }];
  for (const text of ['{', '{}', JSON.stringify({ throughMs: Date.now(), isEnded: false, files })]) {
    await store.put(storedListOf('one'), Buffer.from(text));
    await expect(pullOf('two')()).rejects.toThrow('The list of decisions of host one is damaged');
    expect(await decidedAt('two')).toEqual({ 'three~delivery-0': [1] });
  }
  expect((await readdir(folder)).sort()).toEqual(['store', 'three', 'two']);
  await process.close();
});
