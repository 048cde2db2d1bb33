import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRandomEditor } from '../../../test/support/attacks/random-edits.ts';
import { type CollectedRows, collectRows, followTo, listRows } from '../../../test/support/database/collect-rows.ts';
import { makeObject } from '../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/server/test-management.ts';
import { applyChanges } from '../../core/snapshot/apply-changes.ts';
import { createSnapshot, type OpenSnapshot } from '../../core/snapshot/open-snapshot.ts';
import type { SnapshotRows } from '../../core/snapshot/snapshot-rows.ts';
import { raiseRevision } from '../../exchange/revision/raise-revision.ts';
import type { SnapshotState } from '../../exchange/snapshot/file-names.ts';
import { openSnapshotFolder, type SnapshotFolder } from '../../exchange/snapshot/snapshot-folder.ts';
import { buildSnapshotRows } from './build-snapshot-rows.ts';
import { createSnapshotWriter, type SnapshotWriter } from './snapshot-writer.ts';

/** Hundreds of changes, each compared in full, also on a busy machine. */
const manyChangesMs = 240_000;

let management: TestManagement;
let path = '';
let folder: SnapshotFolder;
let writer: SnapshotWriter;

beforeAll(async () => {
  management = await startTestManagement();
  await createRandomEditor(management, 1).prepare();
});

afterAll(() => management.close());

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'placard-writer-'));
  folder = openSnapshotFolder(path);
  writer = startWriter();
});

afterEach(async () => {
  await writer.settle();
  rmSync(path, { recursive: true });
});

describe('base and deltas equal a fresh read of the tables', { timeout: manyChangesMs }, () => {
  test('after each of several hundred random changes of every object type', async () => {
    const editor = createRandomEditor(management, 20_261_121);
    const first = await writeAndRead(writer);
    const follower = await collectRows(folder, first);
    const snapshot = snapshotOf(await buildSnapshotRows(management.database));
    for (let round = 0; round < 160; round += 1) {
      await editor.edit();
      const state = await writeAndRead(writer);
      await followTo(follower, folder, state);
      const fresh = await expectFresh(follower);
      const newest = state.deltas.at(-1);
      if (newest !== undefined) applyChanges(snapshot, await folder.readDelta(newest));
      expect(joinedOf(snapshot), `after ${editor.last()}`).toEqual(joinedOf(snapshotOf(fresh)));
      expect(state.lineage, `after ${editor.last()} all was read anew`).toBe(first.lineage);
    }
    const { bookings } = await expectFresh(await collectRows(folder, await writeAndRead(writer)));
    expect(bookings).toContainEqual(expect.objectContaining({ ads: [expect.anything()] }));
    expect(editor.counts()).toMatchObject(
      Object.fromEntries(editor.kinds.map((kind) => [kind, expect.toSatisfy((count: number) => count >= 6)])),
    );
  });

  test('after a change of each parent object', async () => {
    await createRandomEditor(management, 5).prepare();
    // Their size then equals that of their format.
    await sql`update creative set width = null, height = null`.execute(management.database);
    const follower = await collectRows(folder, await writeAndRead(writer));
    const { creatives, bookings, positions } = await buildSnapshotRows(management.database);
    const booking = bookings.findLast((one) => one.ads.length > 0);
    const creative = creatives.find((one) => one.id === booking?.ads[0]?.creativeId);
    const position = positions.find((one) => one.id === booking?.inventory.positionIds[0]);
    const brand = await management.call('GET', `/brands/${creative?.brandId}`);
    const changes: readonly [path: string, patch: Record<string, unknown>][] = [
      [`/inventory/format/${creative?.formatId}`, { width: 77, height: 55 }],
      [`/inventory/format/${position?.formatId}`, { code: 'other' }],
      [`/inventory/location/${position?.locationId}`, { code: '_other_' }],
      [`/media-partners/${brand.body.mediaPartnerId}`, { domains: ['partner2.example'] }],
      [`/brands/${creative?.brandId}`, { domains: ['brand2.example'] }],
      [`/campaigns/${booking?.campaignId}`, { name: 'Other' }],
    ];
    for (const [path, body] of changes) {
      const before = listRows(follower);
      const answer = await management.call('PATCH', path, { body, headers: { 'if-match': '*' } });
      expect([path, answer.status]).toEqual([path, 200]);
      await followTo(follower, folder, await writeAndRead(writer));
      await expectFresh(follower);
      expect(listRows(follower), `${path} changes nothing`).not.toEqual(before);
    }
  });

  test.each(['report-schedules', 'segments', 'destination-connections'])(
    'after an edit of one of %s, which publishes a delta',
    async (kind) => {
      const object = await makeObject(management, kind);
      const first = await writeAndRead(writer);
      const answer = await management.call('PATCH', `/${kind}/${object.id}`, {
        body: { name: 'Renamed' },
        headers: { 'if-match': '*' },
      });
      expect(answer.status).toBe(200);
      const state = await writeAndRead(writer);
      expect(state.revision).toBeGreaterThan(first.revision);
      expect([state.base, state.lineage]).toEqual([first.base, first.lineage]);
    },
  );

  test('while new bases are written during deltas', async () => {
    writer = startWriter({ deltasBeforeBase: 5 });
    const editor = createRandomEditor(management, 7);
    const first = await writeAndRead(writer);
    const follower = await collectRows(folder, first);
    const bases = new Set<string>();
    for (let round = 0; round < 40; round += 1) {
      await editor.edit();
      const state = await writeAndRead(writer);
      bases.add(state.base.name);
      await followTo(follower, folder, state);
      await expectFresh(follower);
      await expectFresh(await collectRows(folder, state));
      expect(state.lineage).toBe(first.lineage);
    }
    expect(bases.size).toBeGreaterThan(2);
  });

  test('when many revisions occur at once', async () => {
    const editor = createRandomEditor(management, 99);
    const first = await writeAndRead(writer);
    for (let round = 0; round < 25; round += 1) await editor.edit();
    const state = await writeAndRead(writer);
    expect(state.deltas).toHaveLength(1);
    expect(state.lineage).toBe(first.lineage);
    await expectFresh(await collectRows(folder, state));
  });
});

describe('all rows are read again', () => {
  let first: SnapshotState;
  beforeEach(async () => {
    first = await writeAndRead(writer);
  });

  test.each([
    ['changed rows are unknown', undefined],
    ['an object type is unknown', [{ kind: 'parking-lots', id: 1, members: null }]],
    [
      'too many rows changed for a delta',
      Array.from({ length: 1_001 }, (_, id) => ({ kind: 'bookings', id, members: null })),
    ],
  ])('when %s', async (_when, touched) => {
    await raise(touched);
    await expectAnew();
  });

  test('when a run starts', async () => {
    writer = startWriter();
    await expectAnew();
  });

  test('when another publisher has written to the folder', async () => {
    await writeAndRead(startWriter());
    await raise([]);
    await expectAnew();
  });

  test('when the folder is missing', async () => {
    rmSync(path, { recursive: true });
    await expectAnew();
  });

  test('when a reader reports a damaged file', async () => {
    await raise([]);
    const { deltas } = await writeAndRead(writer);
    await folder.reportDamage(deltas[0]?.name ?? '');
    await expectAnew();
    expect(await folder.damageReports()).toEqual([]);
  });

  test('when the database was restored to an older revision, or to another history of the same revision', async () => {
    await management.database
      .updateTable('currentRevision')
      .set({ revision: first.revision - 1 })
      .execute();
    await sql`delete from revision where revision >= ${first.revision}`.execute(management.database);
    const older = await writeAndRead(writer);
    expect(older.revision).toBe(first.revision - 1);
    expect(older.lineage).not.toBe(first.lineage);
    await raise([]);
    const again = await writeAndRead(writer);
    expect([again.revision, again.lineage]).toEqual([first.revision, older.lineage]);
    await management.database
      .updateTable('currentRevision')
      .set({ revision: first.revision - 1 })
      .execute();
    await sql`delete from revision where revision >= ${first.revision}`.execute(management.database);
    await raise([]);
    expect((await writeAndRead(writer)).lineage).not.toBe(older.lineage);
  });

  async function expectAnew(): Promise<void> {
    const state = await writeAndRead(writer);
    expect(state.lineage).not.toBe(first.lineage);
    expect(state.deltas).toEqual([]);
    await expectFresh(await collectRows(folder, state));
  }
});

describe('a killed publisher', () => {
  test('leaves the previous state if killed between delta and pointer', async () => {
    const state = await writeAndRead(writer);
    const { lineage, revision } = state;
    await folder.writeDelta(
      { lineage, from: revision },
      { revision: revision + 1, builtAtMs: 1, upserted: {}, removed: {} },
    );
    expect(await openSnapshotFolder(path).current()).toEqual(state);
    const next = await writeAndRead(startWriter());
    await expectFresh(await collectRows(folder, next));
  });

  test('leaves an unused draft if killed while writing a base', async () => {
    const state = await writeAndRead(writer);
    writeFileSync(join(path, '.draft.1.0123abcd'), '{"version":1');
    expect(await openSnapshotFolder(path).current()).toEqual(state);
    expect((await folder.fallbacks()).map(({ base }) => base.name)).toEqual([state.base.name]);
  });

  test('has nothing to write if killed after publishing', async () => {
    const state = await writeAndRead(writer);
    expect(await writer.writeNewest()).toBeNull();
    expect(await folder.current()).toEqual(state);
    expect(readdirSync(path).filter((name) => name.startsWith('delta-'))).toEqual([]);
  });
});

function startWriter(options: { readonly deltasBeforeBase?: number } = {}): SnapshotWriter {
  return createSnapshotWriter({
    database: management.database,
    folder,
    signal: new AbortController().signal,
    onCompactionFailure: (error) => {
      throw error;
    },
    ...options,
  });
}

async function writeAndRead(by: SnapshotWriter): Promise<SnapshotState> {
  await by.writeNewest();
  return (await openSnapshotFolder(path).current()) as SnapshotState;
}

async function expectFresh(rows: CollectedRows): Promise<SnapshotRows> {
  // In the form read from a file.
  const fresh = JSON.parse(JSON.stringify(await buildSnapshotRows(management.database))) as SnapshotRows;
  const { revision, builtAtMs: _, ...expected } = fresh;
  expect(listRows(rows)).toEqual(expected);
  expect(rows.revision).toBe(revision);
  return fresh;
}

function snapshotOf({ revision, builtAtMs, ...upserted }: SnapshotRows): OpenSnapshot {
  const snapshot = createSnapshot(revision, builtAtMs);
  applyChanges(snapshot, { revision, builtAtMs, upserted, removed: {} });
  return snapshot;
}

/** Returns the joined rows that ad requests use, independent of the order of arrival. */
function joinedOf({ bookingById, positionById }: OpenSnapshot) {
  const bookings = [...bookingById.values()].map(({ row, ads }) => ({ row, ads: ads.map((ad) => ad.creative) }));
  const positions = [...positionById.values()].map(({ row, format, publication }) => ({ row, format, publication }));
  return {
    bookings: bookings.sort((a, b) => a.row.id - b.row.id),
    positions: positions.sort((a, b) => a.row.id - b.row.id),
  };
}

function raise(touched: Parameters<typeof raiseRevision>[1]['touched']): Promise<number> {
  return management.database
    .transaction()
    .execute((transaction) =>
      raiseRevision(transaction, { actor: 'test', summary: 'test', ...(touched === undefined ? {} : { touched }) }),
    );
}
