import { appendFile, readFile, rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createOpenDataWorld,
  type OpenDataWorld,
  openDataEvent,
  openDataHour,
} from '../../../../test/support/open-data/open-data-world.ts';
import { type S3Server, startS3Server } from '../../../../test/support/services/s3-server.ts';
import { hourMs } from '../../../core/time/durations.ts';
import { archiveSegment } from '../../../exchange/journal/archive-segments.ts';
import { createJournalArchive } from '../../../exchange/journal/journal-archive.ts';
import { openSegmentReader } from '../../../exchange/journal/journal-reader.ts';
import { listSegments } from '../../../exchange/journal/journal-segments.ts';
import { openPlainStore } from '../../../platform/files/plain-store.ts';
import { readEventExport, saveEventExport } from './event-export-state.ts';

let s3: S3Server;
let world: OpenDataWorld;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());
afterEach(() => world.close());

const brussels = { 'Europe/Brussels': [4] };
const summary = 'select event, count(*) as n from events group by all order by all';

/** Sets aside all segments and archives them, as after the roll-up. */
async function archiveAll(host = 'host-1'): Promise<void> {
  for (const segment of await listSegments(world.journalFolder)) {
    const reader = await openSegmentReader(segment.path);
    await reader.close();
    await archiveSegment(world.journalFolder, segment, reader.segmentId as string);
  }
  const store = openPlainStore({ store: world.location, dataFolder: world.dataFolder });
  await createJournalArchive({ journalFolder: world.journalFolder, store, host }).send();
  await store.close();
}

describe.each(['folder', 'bucket'] as const)('events in a %s', (kind) => {
  let prefix = 0;
  const create = async () => {
    prefix += 1;
    world = await createOpenDataWorld(kind === 'bucket' ? s3.location(`open-${prefix}`) : undefined);
    await world.zones(brussels);
  };

  test('become one file per hour with all facts of each report', async () => {
    await create();
    const decision = '0123456789abcdef0123456789abcdef';
    const late = openDataHour + 10 * hourMs + 30 * 60_000;
    await world.journal('delivery-0', [
      openDataEvent({ eventId: `${decision}.2.click`, kind: 'click', shopperKey: '00ff00ff00ff00ff' }),
      openDataEvent({ filtered: 'bot' }),
      openDataEvent({ kind: 'video', name: 'midpoint', window: 'video', atMs: late }),
    ]);
    expect(await world.export()).toBe(3);
    expect(await world.names()).toEqual([
      expect.stringMatching(/^events\/day=2026-11-21\/hour=13\/\d+-host-1\.shoppers\.parquet$/),
      expect.stringMatching(/^events\/day=2026-11-21\/hour=23\/\d+-host-1\.parquet$/),
    ]);
    const [click, midpoint] = await world.query(
      `select * from events where filter_reason is null order by happened_at`,
    );
    expect(click).toEqual({
      decision_id: '01234567-89ab-cdef-0123-456789abcdef',
      slot: 2,
      event: 'click',
      kind: 'click',
      happened_at: '2026-11-21 13:01:00',
      decided_at: '2026-11-21 13:00:00',
      local_day: '2026-11-21',
      event_window: 'display',
      filter_reason: null,
      booking_id: '2',
      ad_id: '1',
      creative_id: '3',
      position_id: '4',
      shopper_key: '00ff00ff00ff00ff',
      journal_segment: expect.stringMatching(/^[0-9a-f-]{36}$/),
      journal_offset: '24',
    });
    // Half an hour after midnight in Brussels.
    expect(midpoint).toMatchObject({
      event: 'midpoint',
      kind: 'video',
      event_window: 'video',
      local_day: '2026-11-22',
    });
    expect(await world.query('select count(*) as n from events where filter_reason is not null')).toEqual([{ n: '1' }]);
  });

  test('are exported once, also when they are appended, archived or read by a new process', async () => {
    await create();
    await world.journal('delivery-0', [openDataEvent(), openDataEvent({ kind: 'click' })]);
    await world.journal('delivery-1', [openDataEvent()]);
    expect(await world.export()).toBe(3);
    expect(await world.export()).toBe(0);
    await world.journal('delivery-0', [openDataEvent()]);
    expect(await world.export()).toBe(1);
    await archiveAll();
    expect(await world.export()).toBe(0);
    expect(await world.export()).toBe(0);
    await world.journal('delivery-0', [openDataEvent()]);
    expect(await world.export()).toBe(1);
    const { segments, through } = await readEventExport(world.store, 'host-1');
    expect([segments.length, through]).toEqual([1, { 'delivery-0': 2, 'delivery-1': 1 }]);
    expect(await world.query(summary)).toEqual([
      { event: 'click', n: '1' },
      { event: 'impression', n: '4' },
    ]);
  });

  test('of a segment that was archived before it was exported are read from the archive', async () => {
    await create();
    await world.journal('delivery-0', [openDataEvent(), openDataEvent()]);
    await world.export();
    const [segment] = await listSegments(world.journalFolder);
    const other = await createOpenDataWorld();
    await other.journal('delivery-0', [openDataEvent()]);
    const [appended] = await listSegments(other.journalFolder);
    await appendFile(segment?.path ?? '', (await readFile(appended?.path ?? '')).subarray(24));
    await other.close();
    await world.journal('delivery-0', [openDataEvent()]);
    await archiveAll();
    // The state of a host that was stopped for an hour.
    const state = await readEventExport(world.store, 'host-1');
    const segments = state.segments.map((known) => ({ ...known, readAtMs: Date.now() - hourMs }));
    await saveEventExport(world.store, 'host-1', { ...state, segments });
    expect(await world.export()).toBe(2);
    expect(await world.export()).toBe(0);
    expect(await world.query(summary)).toEqual([{ event: 'impression', n: '4' }]);
  });

  test('are stored under the same names after a crash between storing and noting it', async () => {
    await create();
    await world.journal('delivery-0', [openDataEvent(), openDataEvent({ atMs: openDataHour + hourMs })]);
    await world.export();
    const before = await world.names();
    const state = await readEventExport(world.store, 'host-1');
    const [segment] = state.segments;
    const stem = /(\d+-host-1)/.exec(before[0] ?? '')?.[1] ?? '';
    const parts = [{ segmentId: segment?.segmentId ?? '', from: 0, to: segment?.offset ?? 0 }];
    const segments = state.segments.map((known) => ({ ...known, offset: 0 }));
    await saveEventExport(world.store, 'host-1', { ...state, segments, pending: { stem, parts } });
    await world.journal('delivery-0', [openDataEvent({ atMs: openDataHour + hourMs })]);
    // One file is missing, as after a crash between two.
    await world.store.remove(before[1] ?? '');
    expect(await world.export()).toBe(1);
    const after = await world.names();
    expect(after.filter((name) => before.includes(name))).toEqual(before);
    expect(after).toHaveLength(3);
    expect(await world.query(summary)).toEqual([{ event: 'impression', n: '3' }]);
  });
});

test('events of a position that is not known yet wait for its time zone, and later events of the segment with them', async () => {
  world = await createOpenDataWorld();
  await world.zones(brussels, openDataHour - 1);
  const atMs = openDataHour + hourMs;
  await world.journal('delivery-0', [openDataEvent(), openDataEvent({ positionId: 5, atMs }), openDataEvent()]);
  expect(await world.export()).toBe(1);
  expect(await world.export()).toBe(0);
  await world.zones({ ...brussels, 'Pacific/Kiritimati': [5] });
  expect(await world.export()).toBe(2);
  expect(await world.query('select local_day, count(*) as n from events group by all order by all')).toEqual([
    { local_day: '2026-11-21', n: '2' },
    { local_day: '2026-11-22', n: '1' },
  ]);
});

test('events of a position that no longer exists have a day in UTC, as in the roll-up', async () => {
  world = await createOpenDataWorld();
  await world.zones({});
  await world.journal('delivery-0', [openDataEvent()]);
  expect(await world.export()).toBe(1);
  expect(await world.query('select local_day from events')).toEqual([{ local_day: '2026-11-21' }]);
});

test('nothing is exported before a worker has stored the time zones', async () => {
  world = await createOpenDataWorld();
  await world.journal('delivery-0', [openDataEvent()]);
  expect(await world.export()).toBe(0);
  expect(await world.names()).toEqual([]);
});

test('unreadable bytes of a segment are skipped, as in the roll-up', async () => {
  world = await createOpenDataWorld();
  await world.zones(brussels);
  await world.journal('delivery-0', [openDataEvent(), openDataEvent(), openDataEvent()]);
  const [segment] = await listSegments(world.journalFolder);
  const content = await readFile(segment?.path ?? '');
  const middle = Math.floor(content.length / 2);
  content[middle] = (content[middle] as number) ^ 1;
  await rm(segment?.path ?? '');
  await appendFile(segment?.path ?? '', content);
  expect(await world.export()).toBe(2);
});

test('several hosts export their own journals to one store', async () => {
  world = await createOpenDataWorld();
  await world.zones(brussels);
  await world.journal('delivery-0', [openDataEvent()]);
  await world.export('host-1');
  const other = await createOpenDataWorld(world.location);
  await other.journal('delivery-0', [openDataEvent(), openDataEvent()]);
  expect(await other.export('host-2')).toBe(2);
  await other.close();
  expect(await world.query(summary)).toEqual([{ event: 'impression', n: '3' }]);
});

test('each pass of a process stores its own rows, although local files are replaced within a second', async () => {
  world = await createOpenDataWorld();
  await world.zones(brussels);
  const exporting = await world.open();
  for (let bookingId = 1; bookingId <= 8; bookingId += 1) {
    await world.journal('delivery-0', [openDataEvent({ bookingId })]);
    expect(await exporting.pass()).toBe(1);
  }
  await exporting.close();
  const bookings = await world.query('select booking_id from events order by booking_id');
  expect(bookings.map((row) => row['booking_id'])).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
});
