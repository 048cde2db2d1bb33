import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/test-database.ts';
import {
  createOpenDataWorld,
  type OpenDataWorld,
  openDataEvent,
  openDataHour,
} from '../../../../test/support/open-data/open-data-world.ts';
import { type S3Server, startS3Server } from '../../../../test/support/services/s3-server.ts';
import { dayMs, hourMs } from '../../../core/time/durations.ts';
import { archiveSegment } from '../../../exchange/journal/archive-segments.ts';
import { createJournalArchive } from '../../../exchange/journal/journal-archive.ts';
import { openSegmentReader } from '../../../exchange/journal/journal-reader.ts';
import { listSegments } from '../../../exchange/journal/journal-segments.ts';
import { requestSet } from '../../../exchange/open-data/open-data-schema.ts';
import { type OpenDatabase, openDatabase } from '../../../platform/db/open-database.ts';
import { openPlainStore } from '../../../platform/files/plain-store.ts';
import { createLease } from '../../../platform/lease/lease.ts';
import { createLog } from '../../../platform/log/log.ts';
import { readEventExport, saveEventExport } from '../export/event-export-state.ts';
import { writePartitions } from '../write-partitions.ts';
import { createOpenDataUpkeep, type OpenDataUpkeep } from './start-open-data-upkeep.ts';

const summary = 'select event, count(*) as n from events group by all order by all';
const zones = { 'Europe/Brussels': [4] };
let s3: S3Server;
let testDatabase: TestDatabase;
let open: OpenDatabase;
let world: OpenDataWorld;
let upkeep: OpenDataUpkeep;

beforeAll(async () => {
  s3 = await startS3Server();
  testDatabase = await createTestDatabase();
  open = openDatabase(testDatabase.url, { maxConnections: 2 });
});
afterAll(async () => {
  await open.kysely.destroy();
  await testDatabase.close();
  await s3.close();
});
afterEach(async () => {
  await upkeep.close();
  await world.close();
  await open.kysely.deleteFrom('erasedShopper').execute();
});

function createUpkeep(days = 400): OpenDataUpkeep {
  return createOpenDataUpkeep({
    database: open.kysely,
    store: world.location,
    dataFolder: world.dataFolder,
    days,
    lease: createLease({ database: open.kysely, name: 'open-data', holder: 'test' }),
    log: createLog({ level: 'silent', name: 'test' }),
  });
}

/** Exports one file for each of these groups of events, of three hours in all. */
async function exportFiles(count: number): Promise<void> {
  for (let file = 0; file < count; file += 1) {
    const atMs = openDataHour + (file % 3) * hourMs;
    await world.journal('delivery-0', [openDataEvent({ atMs }), openDataEvent({ atMs, kind: 'click' })]);
    await world.export();
  }
}

describe.each(['folder', 'bucket'] as const)('compaction in a %s', (kind) => {
  let prefix = 0;
  beforeEach(async () => {
    prefix += 1;
    world = await createOpenDataWorld(kind === 'bucket' ? s3.location(`upkeep-${prefix}`) : undefined);
    await world.zones(zones);
    upkeep = createUpkeep();
  });

  test('merges the files of an hour, an hour after its end, without changing the rows', async () => {
    await exportFiles(6);
    const rows = 'select * from events order by journal_segment, journal_offset';
    const before = await world.query(rows);
    const nowMs = openDataHour + 3 * hourMs;
    await upkeep.pass({ looks: true, nowMs: nowMs - 1_000 });
    expect(await world.names()).toHaveLength(5);
    await upkeep.pass({ looks: true, nowMs });
    expect(await world.names()).toHaveLength(4);
    await upkeep.pass({ looks: true, nowMs: nowMs + hourMs });
    expect(await world.names()).toEqual([
      expect.stringMatching(/hour=13\/compacted-[0-9a-f]{24}\.parquet$/),
      expect.stringMatching(/hour=14\/compacted-[0-9a-f]{24}\.parquet$/),
      expect.stringMatching(/hour=15\/compacted-[0-9a-f]{24}\.parquet$/),
    ]);
    const after = await world.query(rows);
    expect(after).toHaveLength(12);
    expect(after).toEqual(before);
  });

  test('leaves late files of a merged hour until it is settled, then merges them too', async () => {
    await exportFiles(4);
    await upkeep.pass({ looks: true, nowMs: openDataHour + 5 * hourMs });
    await world.journal('delivery-0', [openDataEvent()]);
    await world.export();
    await upkeep.pass({ looks: true, nowMs: openDataHour + 6 * hourMs });
    expect(await world.names()).toHaveLength(4);
    await upkeep.pass({ looks: true, nowMs: openDataHour + 2 * dayMs });
    expect(await world.names()).toHaveLength(3);
    expect(await world.query(summary)).toEqual([
      { event: 'click', n: '4' },
      { event: 'impression', n: '5' },
    ]);
  });

  test('interrupted before it removed the merged files leaves no row twice', async () => {
    await exportFiles(4);
    const merged = (await world.names()).slice(0, 2);
    const copies: string[] = [];
    for (const name of merged) {
      copies.push(`${world.dataFolder}/copy-${copies.length}.parquet`);
      await world.store.fetch(name, copies.at(-1) as string);
    }
    await upkeep.pass({ looks: true, nowMs: openDataHour + 5 * hourMs });
    for (const [index, name] of merged.entries()) await world.store.put(name, copies[index] as string);
    expect(await world.query(summary)).toEqual([
      { event: 'click', n: '6' },
      { event: 'impression', n: '6' },
    ]);
    await upkeep.pass({ looks: true, nowMs: openDataHour + 2 * dayMs });
    expect(await world.query(summary)).toEqual([
      { event: 'click', n: '4' },
      { event: 'impression', n: '4' },
    ]);
    expect(await world.names()).toHaveLength(3);
  });
});

describe('a batch that may be stored again', () => {
  test('is not merged, so that it does not appear twice', async () => {
    world = await createOpenDataWorld();
    await world.zones(zones);
    upkeep = createUpkeep();
    await exportFiles(4);
    const [first = ''] = await world.names();
    const state = await readEventExport(world.store, 'host-1');
    const stem = /(\d+-host-1)/.exec(first)?.[1] ?? '';
    const [segment] = state.segments;
    const parts = [{ segmentId: segment?.segmentId ?? '', from: 0, to: segment?.offset ?? 0 }];
    await saveEventExport(world.store, 'host-1', { ...state, pending: { stem, parts } });
    await upkeep.pass({ looks: true, nowMs: openDataHour + 5 * hourMs });
    expect(await world.names()).toContain(first);
    await world.export();
    expect(await world.query(summary)).toEqual([
      { event: 'click', n: '4' },
      { event: 'impression', n: '4' },
    ]);
  });
});

test('a damaged file prevents neither the merge of other hours nor an erasure', async () => {
  world = await createOpenDataWorld();
  await world.zones(zones);
  upkeep = createUpkeep();
  await exportFiles(6);
  const [first = ''] = await world.names();
  const path = join(world.session.folder, 'damaged');
  await writeFile(path, 'damaged');
  await world.store.put(first, path);
  const erased = { shopperKey: '00000000000000aa', erasedAt: new Date(), forgottenAt: null, openDataClearedAt: null };
  await open.kysely.insertInto('erasedShopper').values(erased).execute();
  await expect(upkeep.pass({ looks: true, nowMs: openDataHour + 6 * hourMs })).rejects.toThrow(/Parquet/i);
  expect((await world.names()).filter((name) => name.includes('compacted'))).toHaveLength(2);
  expect(await world.names()).toContain(first);
  const row = await open.kysely.selectFrom('erasedShopper').select('openDataClearedAt').executeTakeFirstOrThrow();
  expect(row.openDataClearedAt).not.toBeNull();
});

test('files of days before the retention are removed', async () => {
  world = await createOpenDataWorld();
  await world.zones(zones);
  upkeep = createUpkeep(2);
  await exportFiles(3);
  await upkeep.pass({ looks: true, nowMs: openDataHour + 2 * dayMs + 2 * hourMs });
  expect(await world.names()).toEqual([expect.stringContaining('/hour=15/')]);
  for (const folder of ['counted', '_sums']) {
    const files = await world.store.list(folder);
    expect(files.filter(({ name }) => !name.includes('/hour=15/'))).toEqual([]);
  }
});

test('the key of an erased shopper is removed from existing and from later files, and all rows stay', async () => {
  world = await createOpenDataWorld();
  await world.zones(zones);
  upkeep = createUpkeep();
  const [erased, other] = ['00000000000000aa', '00000000000000bb'];
  for (const shopperKey of [erased, other, erased]) {
    await world.journal('delivery-0', [openDataEvent({ shopperKey }), openDataEvent()]);
    await world.export();
  }
  const keys = 'select shopper_key, count(*) as n from events group by all order by all';
  const now = { erasedAt: new Date(), forgottenAt: null, openDataClearedAt: null };
  await open.kysely
    .insertInto('erasedShopper')
    .values({ shopperKey: erased, ...now })
    .execute();
  await upkeep.pass({ looks: true, nowMs: openDataHour });
  expect(await world.names()).toHaveLength(3);
  expect(await world.query(keys)).toEqual([
    { shopper_key: other, n: '1' },
    { shopper_key: null, n: '5' },
  ]);
  const cleared = await open.kysely.selectFrom('erasedShopper').select('openDataClearedAt').executeTakeFirstOrThrow();
  expect(cleared.openDataClearedAt).not.toBeNull();
  // A journal that arrived late.
  await world.journal('delivery-0', [openDataEvent({ shopperKey: erased })]);
  await world.export();
  await upkeep.pass({ looks: true, nowMs: openDataHour + 3 * hourMs });
  expect(await world.names()).toEqual([expect.stringMatching(/compacted-[0-9a-f]{24}\.shoppers\.parquet$/)]);
  expect(await world.query(keys)).toEqual([
    { shopper_key: other, n: '1' },
    { shopper_key: null, n: '6' },
  ]);
});

test('the key of an erased viewer is removed from the facts of requests and from counted hours', async () => {
  world = await createOpenDataWorld();
  await world.zones(zones);
  upkeep = createUpkeep();
  const [erased, other] = ['00000000000000aa', '00000000000000bb'];
  const ids = [1, 2, 3].map((digit) => `${digit}`.repeat(32));
  await world.journal(
    'delivery-0',
    ids.map((id) => openDataEvent({ eventId: `${id}.0.impression` })),
  );
  await world.export();
  const viewers = [erased, other, null];
  const rows = ids.map((id, index) => ({ id, slot: 0, atMs: openDataHour, viewerKey: viewers[index] }));
  const rowsFile = join(world.session.folder, 'requests.ndjson');
  await writeFile(rowsFile, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await writePartitions({ ...world, set: requestSet, rowsFile, stem: 'test' });
  await upkeep.pass({ looks: true, nowMs: openDataHour + 3 * hourMs });
  const requestKeys = 'select viewer_key from requests order by viewer_key';
  const countedKeys = async () => {
    const path = join(world.session.folder, 'counted-copy.parquet');
    const [{ name } = { name: '' }] = await world.store.list('counted');
    await world.store.fetch(name, path);
    return world.session.rows(`select viewer_key from '${path}' where impressions = 1 order by viewer_key`);
  };
  const keysOf = (...keys: readonly (string | null)[]) => keys.map((key) => ({ viewer_key: key }));
  expect(await world.query(requestKeys)).toEqual(keysOf(erased, other, null));
  expect(await countedKeys()).toEqual(keysOf(erased, other, null));
  const now = { erasedAt: new Date(), forgottenAt: null, openDataClearedAt: null };
  await open.kysely
    .insertInto('erasedShopper')
    .values({ shopperKey: erased, ...now })
    .execute();
  await upkeep.pass({ looks: true, nowMs: openDataHour + 3 * hourMs + 1 });
  expect(await world.query(requestKeys)).toEqual(keysOf(other, null, null));
  expect(await countedKeys()).toEqual(keysOf(other, null, null));
  const cleared = await open.kysely.selectFrom('erasedShopper').select('openDataClearedAt').executeTakeFirstOrThrow();
  expect(cleared.openDataClearedAt).not.toBeNull();
});

/** Archives all segments of the journal. */
async function archiveAll(host: string): Promise<void> {
  for (const segment of await listSegments(world.journalFolder)) {
    const reader = await openSegmentReader(segment.path);
    await reader.close();
    await archiveSegment(world.journalFolder, segment, reader.segmentId as string);
  }
  const store = openPlainStore({ store: world.location, dataFolder: world.dataFolder });
  await createJournalArchive({ journalFolder: world.journalFolder, store, host }).send();
  await store.close();
}

test('events of a host that is gone are exported from the archive by a worker', async () => {
  world = await createOpenDataWorld();
  await world.zones(zones);
  upkeep = createUpkeep();
  await world.journal('delivery-0', [openDataEvent()]);
  await world.export('host-9');
  await world.journal('delivery-0', [openDataEvent(), openDataEvent()]);
  await archiveAll('host-9');
  await upkeep.pass({ looks: true, nowMs: Date.now() + hourMs });
  expect(await world.query(summary)).toEqual([{ event: 'impression', n: '1' }]);
  await upkeep.pass({ looks: true, nowMs: Date.now() + 3 * hourMs });
  await upkeep.pass({ looks: true, nowMs: Date.now() + 6 * hourMs });
  expect(await world.query(summary)).toEqual([{ event: 'impression', n: '3' }]);
});

test('archived events of hosts from before the export was enabled are exported by a worker', async () => {
  world = await createOpenDataWorld();
  upkeep = createUpkeep();
  await world.journal('delivery-0', [openDataEvent()]);
  await archiveAll('host-7');
  for (let look = 0; look < 3; look += 1) await upkeep.pass({ looks: true });
  expect(await world.names()).toEqual([]);
  await upkeep.pass({ looks: true });
  expect(await world.query(summary)).toEqual([{ event: 'impression', n: '1' }]);
});

test('names of bookings, creatives and positions are stored when they change', async () => {
  world = await createOpenDataWorld();
  upkeep = createUpkeep();
  await upkeep.pass({ looks: true });
  const files = await world.store.list('names');
  expect(files.map(({ name }) => name)).toEqual([
    'names/bookings.parquet',
    'names/creatives.parquet',
    'names/positions.parquet',
  ]);
  await world.store.remove('names/bookings.parquet');
  await upkeep.pass({ looks: true });
  expect(await world.store.list('names')).toHaveLength(2);
  const path = join(world.session.folder, 'positions.parquet');
  await world.store.fetch('names/positions.parquet', path);
  expect(await world.session.rows(`select column_name from (describe select * from '${path}')`)).toHaveLength(9);
});
