import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publishRows } from '../../../test/support/database/publish-rows.ts';
import { waitUntil } from '../../../test/support/process/wait-until.ts';
import { bookingRow, creativeRow, snapshotRows } from '../../../test/support/server/test-delivery.ts';
import { type PackedCreative, packCreative, unpackCreative } from '../../core/snapshot/packed-creative.ts';
import type { SnapshotChanges } from '../../core/snapshot/snapshot-changes.ts';
import type { CreativeRow } from '../../core/snapshot/snapshot-rows.ts';
import { deltasAfter, newLineage, type SnapshotState } from './file-names.ts';
import { imageNameOf } from './image/image-layout.ts';
import { batchesOf } from './row-batch.ts';
import { SnapshotDamagedError } from './row-lines.ts';
import { openSnapshotFolder, type SnapshotFolder } from './snapshot-folder.ts';

let path = '';
let folder: SnapshotFolder;

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'placard-snapshots-'));
  folder = openSnapshotFolder(path);
});

afterEach(() => rmSync(path, { recursive: true }));

test('an absent folder has no snapshot, acknowledgements or damage reports', async () => {
  const absent = openSnapshotFolder(join(path, 'absent'));
  expect(await absent.current()).toBeNull();
  expect(await absent.currentRevision()).toBeNull();
  expect(await absent.fallbacks()).toEqual([]);
  expect(await absent.acknowledgements()).toEqual([]);
  expect(await absent.damageReports()).toEqual([]);
});

test('the state made current last is current, also with an older revision', async () => {
  await publishRows(folder, snapshotRows({ revision: 7 }));
  const state = await publishRows(folder, snapshotRows({ revision: 3 }));
  expect(await folder.currentRevision()).toBe(3);
  expect(await folder.current()).toEqual(state);
  expect(await openSnapshotFolder(path).current()).toEqual(state);
});

describe('a base', () => {
  test('is restored row by row, with referenced rows before bookings', async () => {
    const many = Array.from({ length: 100 }, (_, index) => bookingRow({ id: index + 1, name: `Été ${index}\n"` }));
    const rows = snapshotRows({ bookings: many });
    const { base } = await publishRows(folder, rows);
    const read = await readBase(base);
    expect(read.rows).toEqual(Object.fromEntries(Object.entries(rows).filter(([, list]) => Array.isArray(list))));
    expect(read.kinds.at(-1)).toBe('bookings');
    expect(read.header).toMatchObject({ revision: 1, builtAtMs: rows.builtAtMs, lineage: base.lineage });
  });

  test('of many megabytes is written and read in pieces', async () => {
    function* batches() {
      for (let id = 1; id <= 300; id += 1) {
        yield* batchesOf({ creatives: [creativeRow({ id, html: 'x'.repeat(id % 50 === 0 ? 700_000 : 10_000) })] });
      }
    }
    const { file, bytes } = await folder.writeBase({ lineage: newLineage(), revision: 1, builtAtMs: 1 }, batches());
    expect(bytes).toBeGreaterThan(5_000_000);
    expect((await readBase(file)).rows['creatives']).toHaveLength(300);
  });

  test.each([
    ['cut short', (file: string) => truncateSync(file, 700)],
    ['truncated at a line', (file: string) => truncateSync(file, readFileSync(file).lastIndexOf('\n{"end"') + 1)],
    ['emptied', (file: string) => truncateSync(file, 0)],
    ['overwritten', (file: string) => writeFileSync(file, '{"revision":2}\n')],
    ['with a changed byte', (file: string) => replaceIn(file, '"Booking"', '"Bookinh"')],
    ['with a missing line', (file: string) => replaceIn(file, /\{"bookings".*\n/, '')],
    ['made longer', (file: string) => writeFileSync(file, '{"bookings":[]}\n', { flag: 'a' })],
    ['of another version', (file: string) => replaceIn(file, '"version":2', '"version":9')],
    ['removed', (file: string) => rmSync(file)],
  ])('%s is detected, and a fallback exists', async (_how, damage) => {
    const older = await publishRows(folder, snapshotRows());
    age(older.base.name, 1);
    const { base } = await publishRows(folder, snapshotRows({ revision: 2 }));
    damage(join(path, base.name));
    await expect(readBase(base)).rejects.toBeInstanceOf(SnapshotDamagedError);
    const states = await folder.fallbacks();
    expect(states.map((state) => state.revision)).toContain(1);
    expect((await readBase(older.base)).rows['bookings']).toHaveLength(1);
  });
});

describe('deltas', () => {
  test('follow a base in order of revision and contain the changes', async () => {
    const changes: SnapshotChanges = {
      revision: 2,
      builtAtMs: 5,
      upserted: { bookings: Array.from({ length: 70 }, (_, index) => bookingRow({ id: index + 1 })) },
      removed: { creatives: [7 as never] },
    };
    const base = await publishRows(folder, snapshotRows());
    const state = await addDelta(base, changes);
    expect((await folder.current())?.revision).toBe(2);
    expect(await folder.readDelta(state.deltas[0] as never)).toEqual(changes);
  });

  test('are detected if damaged', async () => {
    const state = await addDelta(await publishRows(folder, snapshotRows()), emptyChanges(2));
    const [delta] = state.deltas;
    replaceIn(join(path, delta?.name ?? ''), '"builtAtMs":2', '"builtAtMs":3');
    await expect(folder.readDelta(delta as never)).rejects.toBeInstanceOf(SnapshotDamagedError);
  });

  test('lead from any state between the first and the last, and a missing one is detected', () => {
    const lineage = newLineage();
    const delta = (from: number, revision: number) => ({ name: `${from}-${revision}`, lineage, from, revision });
    const state = { revision: 9, deltas: [delta(1, 3), delta(3, 6), delta(6, 9)] };
    const names = (revision: number) => deltasAfter(revision, state)?.map(({ name }) => name) ?? null;
    expect(names(0)).toBeNull();
    expect(names(1)).toEqual(['1-3', '3-6', '6-9']);
    // A base that was read during an edit already contains a part of the delta.
    expect(names(4)).toEqual(['3-6', '6-9']);
    expect(names(9)).toEqual([]);
    expect(names(10)).toBeNull();
    expect(deltasAfter(1, { revision: 9, deltas: [delta(1, 3), delta(6, 9)] })).toBeNull();
    expect(deltasAfter(1, { revision: 9, deltas: [delta(1, 3)] })).toBeNull();
  });
});

test('only files of the current state and its fallbacks are retained', async () => {
  writeFileSync(join(path, '12-0123456789abcdef.json'), 'former');
  writeFileSync(join(path, '.draft.1.0123abcd'), 'abandoned');
  age('.draft.1.0123abcd', 1);
  const states: SnapshotState[] = [];
  for (let round = 1; round <= 5; round += 1) {
    const base = await publishRows(folder, snapshotRows({ revision: round * 10 }));
    age(base.base.name, round);
    states.push(await addDelta(base, emptyChanges(round * 10 + 1)));
  }
  const kept = states.slice(-3).flatMap(({ base, deltas }) => [base.name, ...deltas.map((delta) => delta.name)]);
  const images = states.slice(-2).map(({ base }) => imageNameOf(base.name));
  expect(files()).toEqual([...kept, ...images, 'current.json'].sort());
});

test('deltas before a new base of their lineage are retained while they are named, for lagging readers', async () => {
  const first = await addDelta(await publishRows(folder, snapshotRows()), emptyChanges(2));
  const { lineage } = first;
  const { file: base } = await folder.writeBase({ lineage, revision: 2, builtAtMs: 2 }, batchesOf(snapshotRows()));
  await folder.makeCurrent({ ...first, base });
  expect(deltasAfter(1, (await folder.current()) as SnapshotState)).toHaveLength(1);
  expect(deltasAfter(2, (await folder.current()) as SnapshotState)).toEqual([]);
});

test.each(['{"rev', '', 'null', '[]', '{"base":"../secret"}', '{"revision":9,"base":"BASE","deltas":[]}'])(
  'a damaged pointer %s does not hide a valid state',
  async (pointer) => {
    const state = await addDelta(await publishRows(folder, snapshotRows()), emptyChanges(2));
    writeFileSync(join(path, 'current.json'), pointer.replace('BASE', state.base.name));
    expect(await folder.currentRevision()).toBeNull();
    expect(await folder.fallbacks()).toEqual([state]);
  },
);

test('watchers are notified of another state', async () => {
  await publishRows(folder, snapshotRows());
  let notices = 0;
  const stop = folder.watch(() => {
    notices += 1;
  });
  await publishRows(folder, snapshotRows({ revision: 2 }));
  await waitUntil('a notice', () => notices > 0);
  stop();
});

test('damage reports remain until another base is current', async () => {
  const { base } = await publishRows(folder, snapshotRows());
  await folder.reportDamage(base.name);
  expect(await folder.damageReports()).toEqual([base.name]);
  await publishRows(folder, snapshotRows({ revision: 2 }));
  expect(await folder.damageReports()).toEqual([]);
});

test('an acknowledgement lasts while its process sends heartbeats and ends when it is removed', async () => {
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

test('the acknowledgement of a dead process expires', async () => {
  await folder.acknowledge('delivery-0', 5);
  await folder.forget('delivery-0');
  const at = Date.now();
  const file = join(path, 'acknowledgements', 'delivery-0.json');
  writeFileSync(file, JSON.stringify({ processId: 'delivery-0', revision: 5, at: at - 5_100, pid: 1 }));
  expect(await folder.acknowledgements()).toEqual([]);
  writeFileSync(file, JSON.stringify({ processId: 'delivery-0', revision: 5, at: at - 1_000, pid: 1 }));
  expect(await folder.acknowledgements()).toHaveLength(1);
});

async function readBase(base: SnapshotState['base']) {
  const rows: Record<string, unknown[]> = {};
  const kinds: string[] = [];
  const reading = folder.readBase(base);
  for (;;) {
    const { done, value } = await reading.next();
    if (done) return { rows, kinds, header: value };
    const some = value.kind === 'creatives' ? value.rows.map(unpackedOf) : value.rows;
    rows[value.kind] = [...(rows[value.kind] ?? []), ...some];
    kinds.push(value.kind);
  }
}

function unpackedOf(creative: CreativeRow | PackedCreative): CreativeRow {
  return unpackCreative(packCreative(creative));
}

async function addDelta(state: SnapshotState, changes: SnapshotChanges): Promise<SnapshotState> {
  const { file } = await folder.writeDelta({ lineage: state.lineage, from: state.revision }, changes);
  const next = { ...state, revision: changes.revision, deltas: [...state.deltas, file] };
  await folder.makeCurrent(next);
  return next;
}

function emptyChanges(revision: number): SnapshotChanges {
  return { revision, builtAtMs: revision, upserted: {}, removed: {} };
}

function replaceIn(file: string, from: string | RegExp, to: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}

function files(): string[] {
  return readdirSync(path)
    .filter((name) => name !== 'acknowledgements')
    .sort();
}

/** File systems store times coarsely. The order of writing must not depend on that here. */
function age(name: string, seconds: number): void {
  utimesSync(join(path, name), 1_000_000 + seconds, 1_000_000 + seconds);
}
