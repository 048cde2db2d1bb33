import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { benchRequests, benchRows } from '../../../../test/bench/bench-model.ts';
import { publishRows } from '../../../../test/support/database/publish-rows.ts';
import { machineSlowness } from '../../../../test/support/process/machine-slowness.ts';
import { waitUntil } from '../../../../test/support/process/wait-until.ts';
import { bookingRow, creativeRow, snapshotRows } from '../../../../test/support/server/test-delivery.ts';
import type { AdRequest } from '../../../core/decision/ad-request.ts';
import { decide } from '../../../core/decision/decide.ts';
import { askedPositions } from '../../../core/decision/tables/hour-tables.ts';
import { unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { Snapshot, SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import type { SnapshotChanges } from '../../../core/snapshot/snapshot-changes.ts';
import { imageNameOf } from '../../../exchange/snapshot/image/image-layout.ts';
import { batchesOf } from '../../../exchange/snapshot/row-batch.ts';
import {
  openSnapshotFolder,
  type SnapshotFolder,
  type SnapshotState,
} from '../../../exchange/snapshot/snapshot-folder.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createDeliveryMetrics, type DeliveryMetrics } from '../../delivery-metrics.ts';
import { type SnapshotFollower, startSnapshotFollower } from './snapshot-follower.ts';

const processId = 'delivery-0';

let path = '';
let folder: SnapshotFolder;
let metrics: DeliveryMetrics;
let holder: SnapshotFollower | null = null;

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'placard-holder-'));
  folder = openSnapshotFolder(path);
  metrics = createDeliveryMetrics(processId);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await holder?.close();
  holder = null;
  rmSync(path, { recursive: true });
});

describe('an edit', () => {
  test('is applied to the current snapshot and acknowledged', async () => {
    const base = await publishRows(folder, snapshotRows());
    await start();
    const before = held();
    expect(adsOf(before)).toEqual([1000]);
    const state = await addDelta(base, { bookings: [bookingRow({}, { id: 1001 })] });
    await serves(2);
    expect(held()).toBe(before);
    expect(adsOf(before)).toEqual([1001]);
    await waitUntil('the acknowledgement', async () => (await folder.acknowledgements())[0]?.revision === 2);
    await addDelta(state, {}, { bookings: [6 as never] });
    await serves(3);
    expect(adsOf(held())).toEqual([]);
  });

  test('is applied on notification, before the next poll', async () => {
    let state = await publishRows(folder, snapshotRows());
    await start();
    const startedMs = performance.now();
    for (let edit = 1; edit <= 20; edit += 1) {
      state = await addDelta(state, { bookings: [bookingRow({ name: `Edit ${edit}` })] });
      await serves(edit + 1);
    }
    // With polling alone, it would take two seconds.
    expect(performance.now() - startedMs).toBeLessThan(1_000 * (await machineSlowness()));
  });

  test('is applied by a reader that lags behind a new base of the lineage', async () => {
    const first = await publishRows(folder, snapshotRows());
    await start();
    const before = held();
    const { lineage } = first;
    const changed = snapshotRows({ revision: 2, bookings: [bookingRow({}, { id: 1001 })] });
    const { file: delta } = await folder.writeDelta({ lineage, from: 1 }, changesOf(2, { bookings: changed.bookings }));
    const { file: base } = await folder.writeBase({ lineage, revision: 2, builtAtMs: 2 }, batchesOf(changed));
    await folder.makeCurrent({ lineage, revision: 2, base, deltas: [delta] });
    await serves(2);
    expect(held()).toBe(before);
  });
});

describe('a base of another lineage', () => {
  test('is built while the current snapshot serves, and swapped in', async () => {
    await publishRows(folder, snapshotRows({ revision: 5 }));
    await start();
    const before = held();
    await publishRows(folder, snapshotRows({ revision: 4, bookings: [bookingRow({}, { id: 1001 })] }));
    await serves(4);
    expect(adsOf(before)).toEqual([1000]);
    expect(adsOf(held())).toEqual([1001]);
  });

  test('has the tables of the requested positions, and no others, when it is swapped in', async () => {
    await publishRows(folder, { ...benchRows(500), revision: 1 });
    await start();
    const [asked] = benchRequests(1);
    const slotName = asked?.slots[0]?.slotName as string;
    expect(askedPositions(held())).toEqual([]);
    decide(held(), asked as AdRequest, { nowMs: Date.now(), seed: [1, 2], explain: false });
    await publishRows(folder, { ...benchRows(600), revision: 2 });
    await serves(2);
    const { row } = held().positionBySlotName.get(slotName) as SnapshotPosition;
    expect(askedPositions(held())).toEqual([row.id]);
  });

  test('with many bookings is built without blocking the process for long', async () => {
    await publishRows(folder, snapshotRows());
    await start();
    await publishRows(folder, { ...benchRows(20_000), revision: 2 });
    const longest = await longestPause(async () => serves(2));
    expect(held().bookingById.size).toBe(20_000);
    expect(longest).toBeLessThan(100 * (await machineSlowness()));
  });
});

describe('damaged files', () => {
  test('delta: the previous snapshot remains in use, reports the damage and continues with the next base', async () => {
    const base = await publishRows(folder, snapshotRows());
    await start();
    const { file } = await folder.writeDelta({ lineage: base.lineage, from: 1 }, changesOf(2, {}));
    truncateSync(join(path, file.name), 50);
    await folder.makeCurrent({ ...base, revision: 2, deltas: [file] });
    await waitUntil('the report', async () => (await folder.damageReports()).includes(file.name));
    expect(held().revision).toBe(1);
    expect(await refusals()).toBe(1);
    await publishRows(folder, snapshotRows({ revision: 2 }));
    await serves(2);
  });

  test('delta of another version at the start: nothing is served until a base arrives, instead of a part', async () => {
    const {
      bookings: [booking],
      ...others
    } = snapshotRows();
    const base = await publishRows(folder, { ...others, bookings: [] });
    const { file } = await folder.writeDelta(
      { lineage: base.lineage, from: 1 },
      changesOf(2, { bookings: [bookingRow({ ...booking })] }),
    );
    const text = readFileSync(join(path, file.name), 'utf8');
    writeFileSync(join(path, file.name), text.replace('"fields":["id"', '"fields":["fieldOfAnotherVersion"'));
    await folder.makeCurrent({ ...base, revision: 2, deltas: [file] });
    await start();
    expect(holder?.current()).toBeNull();
    expect(await folder.damageReports()).toContain(file.name);
    await publishRows(folder, snapshotRows({ revision: 2 }));
    await serves(2);
    expect(adsOf(held())).toEqual([1000]);
  });

  test('missing delta in the middle', async () => {
    const first = await addDelta(await publishRows(folder, snapshotRows()), {});
    const second = await addDelta(first, {});
    const third = await addDelta(second, {});
    rmSync(join(path, second.deltas[1]?.name ?? ''));
    await start();
    expect(held().revision).toBe(2);
    expect(await folder.damageReports()).toEqual([second.deltas[1]?.name]);
    await folder.makeCurrent({ ...third, deltas: [third.deltas[0], third.deltas[2]] as never });
    expect(held().revision).toBe(2);
  });

  test.each(['emptied', 'cut short'])('base that was %s: the previous base serves from the start', async (how) => {
    await addDelta(await publishRows(folder, snapshotRows()), { bookings: [bookingRow({}, { id: 1001 })] });
    const { base } = await publishRows(folder, snapshotRows({ revision: 3, bookings: [] }));
    truncateSync(join(path, base.name), how === 'emptied' ? 0 : 400);
    rmSync(join(path, imageNameOf(base.name)));
    await start();
    expect(held().revision).toBe(2);
    expect(adsOf(held())).toEqual([1001]);
    expect(await folder.damageReports()).toEqual([base.name]);
    await publishRows(folder, snapshotRows({ revision: 4 }));
    await serves(4);
  });

  test.each<readonly [string, (bytes: Buffer) => Buffer]>([
    ['truncated', (bytes) => bytes.subarray(0, bytes.length - 1)],
    ['almost empty', (bytes) => bytes.subarray(0, 10)],
    ['changed', (bytes) => Buffer.from(bytes).fill(7, 100, 101)],
    ['of another version', (bytes) => Buffer.concat([Buffer.from('placard-image-9\n'), bytes.subarray(16)])],
  ])('image that is %s: the snapshot is built from the rows of the base', async (_, damage) => {
    const { base } = await publishRows(folder, snapshotRows());
    const image = join(path, imageNameOf(base.name));
    writeFileSync(image, damage(readFileSync(image)));
    await start();
    expect(adsOf(held())).toEqual([1000]);
    expect(held().bookingById.baseSize).toBe(0);
    await publishRows(folder, snapshotRows({ revision: 2 }));
    await serves(2);
    expect(adsOf(held())).toEqual([1000]);
    expect(held().bookingById.baseSize).toBe(1);
  });

  test('base while an older one serves: the older one remains in use', async () => {
    await publishRows(folder, snapshotRows());
    await start();
    await publishRows(folder, { ...snapshotRows({ revision: 2 }), bookings: 'none' } as never);
    await waitUntil('the report', async () => (await folder.damageReports()).length > 0);
    expect(held().revision).toBe(1);
    expect(adsOf(held())).toEqual([1000]);
  });

  test('pointer: the newest base and its deltas serve', async () => {
    await addDelta(await publishRows(folder, snapshotRows()), { bookings: [bookingRow({}, { id: 1001 })] });
    writeFileSync(join(path, 'current.json'), '{');
    await start();
    expect(adsOf(held())).toEqual([1001]);
  });

  test('change that fails halfway: the snapshot remains in use until another base arrives', async () => {
    const base = await publishRows(folder, snapshotRows());
    await start();
    vi.spyOn(held().positionById as Map<unknown, unknown>, 'delete').mockImplementation(() => {
      throw new Error('half-way');
    });
    const state = await addDelta(base, { positions: snapshotRows().positions });
    await waitUntil('the report', async () => (await folder.damageReports()).length > 0);
    expect(holder?.current()).not.toBeNull();
    await publishRows(folder, snapshotRows({ revision: state.revision + 1 }));
    await serves(state.revision + 1);
    expect(adsOf(held())).toEqual([1000]);
  });
});

test('a changed creative is a new object in the snapshot', async () => {
  const base = await publishRows(folder, snapshotRows());
  await start();
  const creatives = [creativeRow({ clickUrl: 'https://shop.example/new' })];
  await addDelta(base, { creatives, bookings: [bookingRow()] });
  await serves(2);
  const [winner] = winnersOf(held());
  expect(winner && unpackCreative(winner.ad.creative).clickUrl).toBe('https://shop.example/new');
});

async function start(): Promise<void> {
  const log = createLog({ level: process.env['PLACARD_TEST_LOG'] ?? 'silent', name: 'test' });
  holder = await startSnapshotFollower({ folder: openSnapshotFolder(path), processId, log, metrics });
}

function held(): Snapshot {
  const snapshot = holder?.current() ?? null;
  if (snapshot === null) throw new Error('nothing is held');
  return snapshot;
}

function serves(revision: number): Promise<unknown> {
  return waitUntil(`revision ${revision}`, () => holder?.current()?.revision === revision, { everyMs: 1 });
}

function winnersOf(snapshot: Snapshot) {
  const request = { slots: [{ slotName: '_home_-lb', parameters: new Map() }], parameters: new Map() };
  return decide(snapshot, request as never, { nowMs: Date.now(), seed: [1, 2], explain: false }).winners;
}

function adsOf(snapshot: Snapshot): number[] {
  return winnersOf(snapshot).flatMap((winner) => (winner === null ? [] : [winner.ad.id as number]));
}

function changesOf(
  revision: number,
  upserted: SnapshotChanges['upserted'],
  removed: SnapshotChanges['removed'] = {},
): SnapshotChanges {
  return { revision, builtAtMs: revision, upserted, removed };
}

async function addDelta(
  state: SnapshotState,
  upserted: SnapshotChanges['upserted'],
  removed: SnapshotChanges['removed'] = {},
): Promise<SnapshotState> {
  const { lineage, revision: from } = state;
  const { file } = await folder.writeDelta({ lineage, from }, changesOf(from + 1, upserted, removed));
  const next = { ...state, revision: from + 1, deltas: [...state.deltas, file] };
  await folder.makeCurrent(next);
  return next;
}

async function refusals(): Promise<number> {
  return (await metrics.refusedSnapshots.get()).values[0]?.value ?? 0;
}

/** Returns the longest time in milliseconds during which the event loop was blocked. */
async function longestPause(happens: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let running = true;
  let lastMs = performance.now();
  const beat = (): void => {
    const nowMs = performance.now();
    longest = Math.max(longest, nowMs - lastMs);
    lastMs = nowMs;
    if (running) setImmediate(beat);
  };
  setImmediate(beat);
  await happens();
  running = false;
  return longest;
}
