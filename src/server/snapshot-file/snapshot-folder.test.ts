import { mkdtempSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SnapshotRows } from '../../core/snapshot/snapshot-rows.ts';
import { openSnapshotFolder, SnapshotDamagedError } from './snapshot-folder.ts';

let path = '';

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'placard-snapshots-'));
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(path, { recursive: true });
});

test('an absent folder has no snapshot and no acknowledgements', async () => {
  const folder = openSnapshotFolder(join(path, 'absent'));
  expect(await folder.readCurrent()).toBeNull();
  expect(await folder.currentRevision()).toBeNull();
  expect(await folder.acknowledgements()).toEqual([]);
});

test('what was published last is read, also when it is an older revision', async () => {
  const folder = openSnapshotFolder(path);
  await folder.publish(rowsOf(7));
  await folder.publish(rowsOf(3));
  expect(await folder.currentRevision()).toBe(3);
  expect(await folder.readCurrent()).toEqual({ rows: rowsOf(3), revision: 3, damaged: [] });
});

test('only the newest files stay', async () => {
  const folder = openSnapshotFolder(path);
  for (let revision = 1; revision <= 9; revision += 1) {
    await folder.publish(rowsOf(revision));
    for (const name of snapshotFiles()) age(name, Number.parseInt(name, 10));
  }
  expect(snapshotFiles().map((name) => Number.parseInt(name, 10))).toEqual([5, 6, 7, 8, 9]);
  expect(readdirSync(path).filter((name) => name.startsWith('.'))).toEqual([]);
});

test.each([
  ['cut short', (file: string) => truncateSync(file, 100)],
  ['emptied', (file: string) => truncateSync(file, 0)],
  ['overwritten', (file: string) => writeFileSync(file, '{"revision":2}')],
  ['removed', (file: string) => rmSync(file)],
])('a snapshot that was %s is passed over for the one before', async (_how, damage) => {
  const folder = openSnapshotFolder(path);
  await folder.publish(rowsOf(1));
  await folder.publish(rowsOf(2));
  const newest = snapshotFiles().find((name) => name.startsWith('2-')) ?? '';
  damage(join(path, newest));
  expect(await folder.readCurrent()).toEqual({ rows: rowsOf(1), revision: 1, damaged: [newest] });
});

test('when nothing can be read it says so by name', async () => {
  const folder = openSnapshotFolder(path);
  await folder.publish(rowsOf(1));
  for (const name of snapshotFiles()) truncateSync(join(path, name), 10);
  await expect(folder.readCurrent()).rejects.toBeInstanceOf(SnapshotDamagedError);
});

test.each(['{"rev', '', 'null', '[]', '{"file":"../secret"}'])(
  'a damaged pointer %s does not hide a good snapshot',
  async (pointer) => {
    const folder = openSnapshotFolder(path);
    await folder.publish(rowsOf(4));
    writeFileSync(join(path, 'current.json'), pointer);
    expect(await folder.currentRevision()).toBeNull();
    expect((await folder.readCurrent())?.revision).toBe(4);
  },
);

test('an acknowledgement lasts while its process beats and ends when it is forgotten', async () => {
  const folder = openSnapshotFolder(path);
  await folder.acknowledge('delivery-0', 5);
  await folder.acknowledge('delivery-1', 4);
  await folder.acknowledge('delivery-1', 5);
  const all = await folder.acknowledgements();
  expect(all.map(({ processId, revision, pid }) => ({ processId, revision, pid }))).toEqual([
    { processId: 'delivery-0', revision: 5, pid: process.pid },
    { processId: 'delivery-1', revision: 5, pid: process.pid },
  ]);
  await folder.forget('delivery-1');
  expect((await folder.acknowledgements()).map((entry) => entry.processId)).toEqual(['delivery-0']);
  await folder.forget('delivery-0');
});

test('the acknowledgement of a process that died is not fresh for long', async () => {
  const folder = openSnapshotFolder(path);
  await folder.acknowledge('delivery-0', 5);
  await folder.forget('delivery-0');
  const at = Date.now();
  const file = join(path, 'acknowledgements', 'delivery-0.json');
  writeFileSync(file, JSON.stringify({ processId: 'delivery-0', revision: 5, at: at - 5_100, pid: 1 }));
  expect(await folder.acknowledgements()).toEqual([]);
  writeFileSync(file, JSON.stringify({ processId: 'delivery-0', revision: 5, at: at - 1_000, pid: 1 }));
  expect(await folder.acknowledgements()).toHaveLength(1);
});

function snapshotFiles(): string[] {
  return readdirSync(path)
    .filter((name) => /^\d+-/.test(name))
    .sort();
}

/** File systems keep times coarsely; the order of writing must not depend on that here. */
function age(name: string, seconds: number): void {
  utimesSync(join(path, name), 1_000_000 + seconds, 1_000_000 + seconds);
}

function rowsOf(revision: number): SnapshotRows {
  return {
    revision,
    builtAtMs: 1_000 * revision,
    publishers: [],
    publications: [],
    locations: [],
    formats: [],
    positions: [],
    bookings: [],
    creatives: [],
  };
}
