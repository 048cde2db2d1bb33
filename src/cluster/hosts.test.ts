import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '../../test/support/process/wait-until.ts';
import { snapshotRows } from '../../test/support/server/test-delivery.ts';
import { type RedisServer, startRedisServer } from '../../test/support/services/redis-server.ts';
import { batchesOf } from '../exchange/snapshot/row-batch.ts';
import { openSnapshotFolder, type SnapshotFolder, type SnapshotState } from '../exchange/snapshot/snapshot-folder.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/log/log.ts';
import { type HostLink, openHostLink } from './host-link.ts';
import { openHostStates } from './host-states.ts';
import { createViewRelay, eraseViews, type Views } from './pacing/relay-views.ts';
import { sharedKeys } from './shared-keys.ts';
import { type SnapshotPull, startSnapshotPull } from './snapshots/pull-snapshots.ts';
import { type SnapshotPush, startSnapshotPush } from './snapshots/push-snapshots.ts';

const log = createLog({ level: process.env['PLACARD_TEST_LOG'] ?? 'silent', name: 'test' });
const secret = 'mark';
const soonMs = 1_000;
/** Exchange takes longer with only one of Redis and the store. */
const laterMs = 5_000;

let redis: RedisServer;
let folder: string;
let links: HostLink[] = [];
let running: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  redis = await startRedisServer();
});
afterAll(() => redis.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-hosts-'));
  await redis.stop();
  await redis.start();
});
afterEach(async () => {
  for (const one of running.toReversed()) await one.close();
  for (const link of links) await link.close();
  [links, running] = [[], []];
  await rm(folder, { recursive: true, force: true });
});

async function linkOf(host: string, store = 'store'): Promise<HostLink> {
  const environment = { REDIS_URL: redis.url, PLACARD_STORE: join(folder, store), PLACARD_DATA: join(folder, host) };
  const config: Config = readConfig(environment, 'delivery');
  const link = openHostLink(config, { host, log });
  if (link === null) throw new Error('There is a Redis');
  links.push(link);
  await waitUntil('Redis', () => !link.redis.isAway() && !link.listener.isAway(), { everyMs: 5 });
  return link;
}

describe('snapshots', () => {
  let term: number | null;
  let published: SnapshotFolder;

  beforeEach(() => {
    term = 1;
    published = openSnapshotFolder(join(folder, 'published'));
  });

  function push(link: HostLink): SnapshotPush {
    const one = startSnapshotPush({ link, folder: published, term: () => term, secret });
    running.push(one);
    return one;
  }

  function pull(link: HostLink, mark = secret): { readonly snapshots: SnapshotFolder; readonly pull: SnapshotPull } {
    const folderPath = join(folder, link.host, 'snapshots');
    const snapshots = openSnapshotFolder(folderPath);
    const one = startSnapshotPull({ link, folder: snapshots, folderPath, secret: mark });
    running.push(one);
    return { snapshots, pull: one };
  }

  async function publishBase(lineage: string, revision: number): Promise<SnapshotState> {
    const { builtAtMs, revision: _, ...rows } = snapshotRows();
    const { file } = await published.writeBase({ lineage, revision, builtAtMs }, batchesOf(rows));
    const state = { lineage, revision, base: file, deltas: [] };
    await published.makeCurrent(state);
    return state;
  }

  async function publishDelta(state: SnapshotState): Promise<SnapshotState> {
    const { lineage, revision: from } = state;
    const changes = { revision: from + 1, builtAtMs: 1, upserted: {}, removed: {} };
    const { file } = await published.writeDelta({ lineage, from }, changes);
    const next = { ...state, revision: file.revision, deltas: [...state.deltas, file] };
    await published.makeCurrent(next);
    return next;
  }

  const reached = (snapshots: SnapshotFolder, revision: number, withinMs: number) =>
    waitUntil(`revision ${revision}`, async () => (await snapshots.currentRevision()) === revision, {
      withinMs,
      everyMs: 10,
    });

  test('published on one host are soon served by another, file by file and complete', async () => {
    push(await linkOf('a'));
    const { snapshots } = pull(await linkOf('b'));
    let state = await publishBase('aaaaaaaaaaaa', 1);
    await reached(snapshots, 1, laterMs);
    state = await publishDelta(state);
    await reached(snapshots, 2, soonMs * 2);
    const rows = [];
    for await (const batch of snapshots.readBase(state.base)) rows.push(...batch.rows);
    expect(rows.length).toBeGreaterThan(5);
    expect(await snapshots.current()).toEqual(state);
  });

  test('arrive through the store without Redis, and through Redis without the store', async () => {
    const [a, b] = [await linkOf('a'), await linkOf('b')];
    push(a);
    const { snapshots } = pull(b);
    const first = await publishBase('aaaaaaaaaaaa', 1);
    await reached(snapshots, 1, laterMs);
    await redis.stop();
    const second = await publishDelta(first);
    await reached(snapshots, 2, laterMs);
    await redis.start();
    await waitUntil('Redis', () => !a.redis.isAway() && !b.redis.isAway());
    await rm(join(folder, 'store'), { recursive: true });
    await publishDelta(second);
    await reached(snapshots, 3, laterMs);
  });

  test('start with the newest on a new host, and catch up on one that returns', async () => {
    push(await linkOf('a'));
    const first = pull(await linkOf('b'));
    let state = await publishBase('aaaaaaaaaaaa', 1);
    await reached(first.snapshots, 1, laterMs);
    await running.pop()?.close();
    for (let count = 0; count < 3; count += 1) state = await publishDelta(state);
    const [again, other] = [pull(await linkOf('b')), pull(await linkOf('c'))];
    await reached(again.snapshots, 4, laterMs);
    await reached(other.snapshots, 4, laterMs);
    expect((await other.snapshots.names()).size).toBeGreaterThanOrEqual(5);
  });

  test('are not reverted by a host that was suspended, nor by one with another secret', async () => {
    const [a, b] = [await linkOf('a'), await linkOf('b')];
    push(a);
    const { snapshots } = pull(b);
    await publishBase('aaaaaaaaaaaa', 7);
    await reached(snapshots, 7, laterMs);
    const newest = await a.redis.ask<string>('GET', sharedKeys.pointer);
    term = 2;
    await publishBase('bbbbbbbbbbbb', 5);
    await reached(snapshots, 5, laterMs);
    term = null;
    await a.redis.ask('SET', sharedKeys.pointer, newest);
    const stranger = pull(await linkOf('stranger'), 'another mark');
    const late = pull(await linkOf('late'));
    await reached(late.snapshots, 5, laterMs);
    expect(await snapshots.currentRevision()).toBe(5);
    expect(await stranger.snapshots.currentRevision()).toBeNull();
  });

  test('are fetched again for a file that a process reports as damaged', async () => {
    push(await linkOf('a'));
    const { snapshots } = pull(await linkOf('b'));
    const state = await publishBase('aaaaaaaaaaaa', 1);
    await reached(snapshots, 1, laterMs);
    await snapshots.takeOver(state.base.name, Buffer.from('not what was written'));
    const right = await published.contentOf(state.base.name);
    const isRepaired = async () => {
      if ((await snapshots.contentOf(state.base.name)).equals(right)) return true;
      // A process repeats the report until it is handled. A concurrent update of the current snapshot may remove an
      // early one.
      await snapshots.reportDamage(state.base.name);
      return false;
    };
    await waitUntil('the repair', isRepaired, { withinMs: 40_000, everyMs: 250 });
    const isQuiet = async () => (await snapshots.damageReports()).length === 0;
    await waitUntil('the word of it to go', isQuiet, { withinMs: 40_000 });
  }, 120_000);
});

describe('views', () => {
  test('reach other hosts and new processes, and not their own host', async () => {
    const [a, b] = [await linkOf('a'), await linkOf('b')];
    const [heardByA, heardByB, heardLater]: [unknown[], unknown[], unknown[]] = [[], [], []];
    const into = (heard: unknown[]) => ({ tell: (views: Views) => void heard.push(...views) });
    const [relayA, relayB] = [createViewRelay(a, into(heardByA)), createViewRelay(b, into(heardByB))];
    relayA.note([[1, 2, 3, 4, 5]]);
    await relayA.send();
    relayB.note([[6, 7, 8, 9, 10]]);
    await relayB.send();
    const read = (link: HostLink, from: string) =>
      link.redis.ask<readonly (readonly [string, readonly string[]])[]>('XRANGE', sharedKeys.views, `(${from}`, '+');
    relayA.hear(await read(a, relayA.lastId()));
    relayB.hear(await read(b, relayB.lastId()));
    expect([heardByA, heardByB]).toEqual([[[6, 7, 8, 9, 10]], [[1, 2, 3, 4, 5]]]);
    await relayA.history(into(heardLater).tell);
    expect(heardLater).toEqual([
      [1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10],
    ]);
  });

  test('of an erased viewer are removed, and others remain without being delivered twice', async () => {
    const [a, b] = [await linkOf('a'), await linkOf('b')];
    const [heardByB, heardLater]: [unknown[], unknown[]] = [[], []];
    const into = (heard: unknown[]) => ({ tell: (views: Views) => void heard.push(...views) });
    const [relayA, relayB] = [createViewRelay(a, into([])), createViewRelay(b, into(heardByB))];
    const viewOf = (low: number, high: number, atMs: number) => [1, 2, low, high, atMs, 0];
    const [erased, other, later] = [viewOf(7, 8, 100), viewOf(7, 9, 100), viewOf(7, 8, 101)];
    relayA.note([erased, other]);
    await relayA.send();
    relayA.note([later]);
    await relayA.send();
    const read = (from: string) =>
      b.redis.ask<readonly (readonly [string, readonly string[]])[]>('XRANGE', sharedKeys.views, `(${from}`, '+');
    relayB.hear(await read(relayB.lastId()));
    const viewers = [{ low: 7, high: 8, atMs: 100 }];
    await Promise.all([eraseViews(a, viewers), eraseViews(b, viewers)]);
    await eraseViews(a, viewers);
    relayB.hear(await read(relayB.lastId()));
    expect(heardByB).toEqual([erased, other, later]);
    await relayB.history(into(heardLater).tell);
    expect(heardLater).toEqual([later, other]);
  });

  test('are buffered while Redis is unavailable', async () => {
    const a = await linkOf('a');
    const relay = createViewRelay(a, { tell: () => undefined });
    await redis.stop();
    relay.note([[1, 2, 3, 4, 5]]);
    await expect(relay.send()).rejects.toThrow('Redis is unreachable');
    await redis.start();
    await waitUntil('Redis', () => !a.redis.isAway());
    await relay.send();
    expect(await a.redis.ask('XLEN', sharedKeys.views)).toBe(1);
  });
});

test('hosts register and are removed when they deregister', async () => {
  const [a, b] = [await linkOf('a'), await linkOf('b')];
  const serves = { management: false, delivery: true, worker: false };
  const stateOf = (link: HostLink) => ({
    host: link.host,
    serves,
    startedAtMs: 1,
    atMs: 2,
    draining: false,
    engines: link.engines.states(),
    processes: [{ processId: 'delivery-0', revision: 3, at: 4, pid: 5 }],
  });
  await openHostStates(a.redis).say(stateOf(a));
  await openHostStates(b.redis).say(stateOf(b));
  expect(await openHostStates(a.redis).list()).toEqual([stateOf(a), stateOf(b)]);
  await openHostStates(b.redis).forget('b');
  expect((await openHostStates(a.redis).list()).map(({ host }) => host)).toEqual(['a']);
});
