import { fstatSync, writeSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../platform/log/log.ts';
import { StoreAwayError } from '../video-cache/video-store.ts';
import { openContentLog } from './content-log.ts';
import { documentOf, patternOf } from './content-record.ts';
import type { ContentStore } from './content-store.ts';

const log = createLog({ level: 'silent', name: 'test' });
const ttlMs = 3.5 * 3_600_000;
let folder: string;
let nowMs: number;
let opened: ContentStore[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-content-'));
  nowMs = Date.now();
  opened = [];
});
afterEach(async () => {
  for (const store of opened) await store.close();
  await rm(folder, { recursive: true, force: true });
});

function open(processId = 'delivery-0', limitBytes = 2 ** 20): ContentStore {
  const store = openContentLog({ folder, limitBytes, processes: 2, processId, now: () => nowMs, log });
  opened.push(store);
  return store;
}

const trackingPath = (n: number) => `sl10/II${'x'.repeat(80)}${n}`;
const vastOf = (n: number, text = 'é'.repeat(20)) =>
  `<VAST><Ad>https://ads.example/track/1/${trackingPath(n)}/ ${text} <I>${trackingPath(n).slice('sl10/II'.length)}</I> ${trackingPath(n)}</Ad></VAST>`;

async function bytesOf(path: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

type Line = { readonly level: number };
type Written = { readonly file: number; readonly inode: number };

/** A disk that rejects writes while it is full and records all writes. */
function fullDisk() {
  const disk = { isFull: true, writes: [] as Written[] };
  return {
    disk,
    async write(...[file, bytes, from, length, position]: [number, Buffer, number, number, number]) {
      disk.writes.push({ file, inode: fstatSync(file).ino });
      if (disk.isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      return { bytesWritten: writeSync(file, bytes, from, length, position) };
    },
  };
}

function isStillOpen({ file, inode }: Written): boolean {
  try {
    return fstatSync(file).ino === inode;
  } catch {
    return false;
  }
}

describe("documents of Placard's video ads", () => {
  test('are available to all processes of the machine once written, and after a restart', async () => {
    const store = open();
    const uuids = Array.from({ length: 50 }, (_, n) => store.keep(vastOf(n), trackingPath(n)));
    expect(new Set(uuids).size).toBe(50);
    for (const uuid of uuids) expect(uuid).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    await store.written();
    const other = open('delivery-1');
    const expected = (n: number) => ({ state: 'there', value: { type: 'xml', text: vastOf(n) } });
    for (const [n, uuid] of uuids.entries()) expect(await other.get(uuid)).toEqual(expected(n));
    await store.close();
    const again = open();
    const later = again.keep(vastOf(7, 'other'), trackingPath(7));
    await again.written();
    expect(await again.get(uuids[49] as string)).toEqual(expected(49));
    expect((await again.get(later)).state).toBe('there');
  });

  test('store their pattern once and take about 100 bytes per impression', async () => {
    const store = open();
    for (let n = 100; n < 300; n += 1) store.keep(vastOf(n, 'a'.repeat(5_000)), trackingPath(n));
    await store.written();
    expect(await bytesOf(folder)).toBeLessThan(5_500 + 200 * 130);
  });

  test('expire after three and a half hours', async () => {
    const store = open();
    const uuid = store.keep(vastOf(1), trackingPath(1));
    await store.written();
    nowMs += ttlMs - 1;
    expect((await store.get(uuid)).state).toBe('there');
    nowMs += 1;
    expect(await store.get(uuid)).toEqual({ state: 'expired' });
  });

  test('cannot be found by changing the URL of another document', async () => {
    const store = open();
    const uuid = store.keep(vastOf(1), trackingPath(1));
    store.keep(vastOf(2), trackingPath(2));
    await store.written();
    const digits = uuid.replaceAll('-', '');
    for (let at = 0; at < 32; at += 1) {
      for (const digit of '0123456789abcdef'.replace(digits.charAt(at), '')) {
        const changed = digits.slice(0, at) + digit + digits.slice(at + 1);
        expect(await store.get(changed.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))).toEqual({
          state: 'unknown',
        });
      }
    }
  });

  test('stay below the size limit, and the oldest are removed first', async () => {
    const limit = 2 ** 18;
    const stores = [open('delivery-0', limit), open('delivery-1', limit)];
    const uuids: string[] = [];
    for (let n = 0; n < 400; n += 1) {
      for (const store of stores) {
        uuids.push(store.keep(vastOf(n, `${n}`.repeat(500)), trackingPath(n)));
        await store.written();
      }
    }
    for (const store of stores) await store.close();
    expect(await bytesOf(folder)).toBeLessThanOrEqual(limit);
    const reader = open('delivery-2', limit);
    expect(await reader.get(uuids[0] as string)).toEqual({ state: 'unknown' });
    expect((await reader.get(uuids.at(-1) as string)).state).toBe('there');
  });

  test('are rejected if they cannot be written, and later ones are accepted', async () => {
    const store = open();
    await rm(folder, { recursive: true });
    await writeFile(folder, 'a file');
    store.keep(vastOf(1), trackingPath(1));
    await expect(store.written()).rejects.toThrow(StoreAwayError);
    expect(await store.get('00000000-0000-0000-0000-000000000000')).toEqual({ state: 'unknown' });
    await rm(folder);
    nowMs += 1_000;
    const uuid = store.keep(vastOf(2), trackingPath(2));
    await store.written();
    expect((await store.get(uuid)).state).toBe('there');
  });

  test('on a full disk at most one file per second is tried, and the failure is logged once until it recovers', async () => {
    const lines: Line[] = [];
    const { write, disk } = fullDisk();
    const store = openContentLog({
      folder,
      limitBytes: 2 ** 20,
      processes: 2,
      processId: 'delivery-0',
      now: () => nowMs,
      log: pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }),
      write,
    });
    opened.push(store);
    for (let n = 0; n < 300; n += 1) {
      store.keep(vastOf(n), trackingPath(n));
      await expect(store.written()).rejects.toThrow(StoreAwayError);
      if (n % 100 === 99) nowMs += 1_000;
    }
    expect(disk.writes).toHaveLength(3);
    expect(disk.writes.filter(isStillOpen)).toEqual([]);
    expect(await readdir(join(folder, '0'))).toEqual([]);
    expect(lines.map(({ level }) => level)).toEqual([50]);
    disk.isFull = false;
    const uuid = store.keep(vastOf(1), trackingPath(1));
    await store.written();
    expect((await store.get(uuid)).state).toBe('there');
    expect(lines.map(({ level }) => level)).toEqual([50, 30]);
  });

  test('a file that fails after it was replaced is closed, and the new one remains in use', async () => {
    const { write, disk } = fullDisk();
    const store = openContentLog({
      folder,
      limitBytes: 2 ** 20,
      processes: 2,
      processId: 'delivery-0',
      now: () => nowMs,
      log,
      write: async (...call) => {
        disk.isFull = disk.writes.length === 0;
        return write(...call);
      },
    });
    opened.push(store);
    store.keep(vastOf(1), trackingPath(1));
    nowMs += 15 * 60 * 1000;
    const uuid = store.keep(vastOf(2), trackingPath(2));
    await expect(store.written()).rejects.toThrow(StoreAwayError);
    expect(disk.writes.map(isStillOpen)).toEqual([false, true]);
    const later = store.keep(vastOf(3), trackingPath(3));
    await store.written();
    for (const one of [uuid, later]) expect((await store.get(one)).state).toBe('there');
  });

  test('are returned unchanged for all contents', () => {
    for (const vast of ['', trackingPath(1), `${trackingPath(1)}${trackingPath(1)}`, 'a $& $1 b', vastOf(1, '$$')]) {
      expect(documentOf(patternOf(vast, trackingPath(1)), trackingPath(1))).toBe(vast);
    }
  });
});
