import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import { type RedisServer, startRedisServer } from '../../../../test/support/services/redis-server.ts';
import { createLog } from '../../../platform/log/log.ts';
import { openVideoFolder } from './folder-store.ts';
import { openRedisStore } from './redis-store.ts';
import { type Entry, expiredMemoryMs, StoreAwayError, type VideoStore } from './video-store.ts';

const log = createLog({ level: 'silent', name: 'test' });
const megabyte = 1024 * 1024;

let folder: string;
let redis: RedisServer;
let stores: VideoStore[] = [];

beforeAll(async () => {
  redis = await startRedisServer();
});

afterAll(() => redis.stop());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-store-'));
});

afterEach(async () => {
  for (const store of stores) await store.close();
  stores = [];
  await rm(folder, { recursive: true, force: true });
});

function onFolder(
  change: { readonly now?: () => number; readonly limitBytes?: number; readonly processes?: number } = {},
) {
  const processId = `delivery-${stores.length}`;
  const store = openVideoFolder({
    folder,
    limitBytes: 16 * megabyte,
    processes: 2,
    processId,
    now: Date.now,
    log,
    ...change,
  });
  stores.push(store);
  return store;
}

function onRedis() {
  const store = openRedisStore({ url: redis.url, log, now: Date.now });
  stores.push(store);
  return store;
}

function entry(key: string, change: Partial<Entry> & { readonly text?: string } = {}): Entry {
  const { text = `<VAST>é ${key}</VAST>\n` } = change;
  return { key, value: { type: 'xml', text }, ttlMs: 60_000, ...change };
}

describe.each([
  ['files', onFolder],
  ['Redis', onRedis],
])('a store of %s', (_name, open) => {
  let store: VideoStore;
  const key = (name: string) => `${name} ${folder}`;

  beforeEach(async () => {
    store = open();
    await waitUntil('the store to answer', () => store.get('nothing').catch(() => null));
  });

  test('returns documents byte for byte with their type', async () => {
    const json: Entry = { key: key('b'), value: { type: 'json', text: '{"a":"\\n"}' }, ttlMs: 1_000 };
    expect(await store.putAll([entry(key('a')), json])).toEqual([true, true]);
    expect(await store.get(key('a'))).toEqual({ state: 'there', value: entry(key('a')).value });
    expect(await store.get(key('b'))).toEqual({ state: 'there', value: json.value });
    expect(await store.get(key('c'))).toEqual({ state: 'unknown' });
  });

  test('a document of one process is available to another one immediately', async () => {
    const other = open();
    await waitUntil('the other store to answer', () => other.get('nothing').catch(() => null));
    for (let turn = 0; turn < 20; turn += 1) {
      await store.putAll([entry(key(`t${turn}`))]);
      expect((await other.get(key(`t${turn}`))).state).toBe('there');
    }
  });

  test('a key is taken by one of many concurrent puts, and is available again after its entry has expired', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => store.putAll([entry(key('a'), { ttlMs: 200 })])),
    );
    expect(outcomes.flat().filter(Boolean)).toHaveLength(1);
    expect(await store.putAll([entry(key('d')), entry(key('d'))])).toEqual([true, false]);
    await waitUntil('the entry to expire', async () => (await store.get(key('a'))).state === 'expired', {
      everyMs: 20,
    });
    expect(await store.putAll([entry(key('a'), { text: 'again' })])).toEqual([true]);
    expect(await store.get(key('a'))).toMatchObject({ value: { text: 'again' } });
  });

  test('any text is a valid key', async () => {
    const keys = ['../../etc/passwd', 'a/b', '.', 'é 🎬 {x}', 'A', 'a'].map(key);
    await store.putAll(keys.map((one) => entry(one, { text: one })));
    for (const one of keys) expect(await store.get(one)).toMatchObject({ value: { text: one } });
  });
});

describe('files', () => {
  const day = Date.parse('2026-11-21T12:00:00Z');

  test('that expired are remembered for an hour', async () => {
    let nowMs = day;
    const store = onFolder({ now: () => nowMs });
    await store.putAll([entry('a', { ttlMs: 1_000 })]);
    nowMs += 999;
    expect((await store.get('a')).state).toBe('there');
    nowMs += 1;
    expect((await store.get('a')).state).toBe('expired');
    nowMs += expiredMemoryMs;
    expect((await store.get('a')).state).toBe('unknown');
  });

  test('stay below the limit with several writers, and the oldest are removed first', async () => {
    const limitBytes = megabyte;
    const both = [onFolder({ limitBytes }), onFolder({ limitBytes })] as const;
    const text = 'x'.repeat(20_000);
    for (let number = 0; number < 150; number += 1) {
      await both[number % 2 === 0 ? 0 : 1].putAll([entry(`n${number}`, { text })]);
      if (number % 10 === 0) expect(await bytesIn(folder)).toBeLessThan(limitBytes);
    }
    const states = await Promise.all(Array.from({ length: 150 }, (_, number) => both[0].get(`n${number}`)));
    const firstThere = states.findIndex(({ state }) => state === 'there');
    expect(firstThere).toBeGreaterThan(95);
    expect(firstThere).toBeLessThan(115);
    expect(states.slice(firstThere).every(({ state }) => state === 'there')).toBe(true);
  });

  test('survive a restart, and a damaged one is treated as missing', async () => {
    await onFolder().putAll([entry('a')]);
    const later = onFolder();
    expect((await later.get('a')).state).toBe('there');
    for (const path of await filesIn(folder)) await writeFile(path, '{"type":"xml"');
    expect((await later.get('a')).state).toBe('unknown');
    expect(await later.putAll([entry('a')])).toEqual([true]);
  });

  test('are not left by a failed call, which reports the error', async () => {
    const store = onFolder();
    await store.putAll([entry('first')]);
    // A file blocks the path of a folder, so the third document cannot be written.
    const taken = await Promise.all(['x', 'y'].map((key) => store.putAll([entry(key)])));
    expect(taken).toEqual([[true], [true]]);
    await rm(join(folder, 'incoming'), { recursive: true });
    await writeFile(join(folder, 'incoming'), '');
    await expect(store.putAll([entry('a'), entry('b')])).rejects.toThrow(StoreAwayError);
    expect((await store.get('a')).state).toBe('unknown');
    expect((await store.get('first')).state).toBe('there');
  });
});

test('calls are rejected immediately while Redis is unreachable, and it is used again when it returns', async () => {
  const store = onRedis();
  await waitUntil('the store to answer', () => store.get('nothing').catch(() => null));
  await redis.stop();
  await waitUntil('the loss to be seen', () =>
    store.get('a').then(
      () => false,
      (error: unknown) => error instanceof StoreAwayError,
    ),
  );
  await expect(store.putAll([entry('a')])).rejects.toThrow(StoreAwayError);
  await redis.start();
  await waitUntil('the connection to come back', () => store.putAll([entry('a')]).catch(() => null));
  expect((await store.get('a')).state).toBe('there');
});

async function filesIn(path: string): Promise<string[]> {
  const names = await readdir(path, { recursive: true, withFileTypes: true });
  return names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name));
}

async function bytesIn(path: string): Promise<number> {
  // Files occupy whole blocks. Each of these occupies five.
  return (await filesIn(path)).length * 5 * 4_096;
}
