import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createOpenDataWorld,
  type OpenDataWorld,
  openDataEvent,
  openDataHour,
} from '../../../../test/support/open-data/open-data-world.ts';
import { dayMs, hourMs, minuteMs } from '../../../core/time/durations.ts';
import { readCountedHours } from '../../../exchange/open-data/counted-hours.ts';
import { requestSet } from '../../../exchange/open-data/open-data-schema.ts';
import { sqlText } from '../../../exchange/open-data/parquet-session.ts';
import { compactHour } from '../upkeep/compact-hours.ts';
import { planCompaction } from '../upkeep/plan-compaction.ts';
import { writePartitions } from '../write-partitions.ts';
import { countHours } from './count-hours.ts';
import { eraseCountedHours } from './erase-counted-hours.ts';

const ids = Array.from({ length: 6 }, (_, index) => `${index}`.repeat(32));
const none: ReadonlyMap<string, string> = new Map();
const nextDay = openDataHour + dayMs;
let world: OpenDataWorld;

beforeEach(async () => {
  world = await createOpenDataWorld();
  await world.zones({ 'Europe/Brussels': [4] });
});
afterEach(() => world.close());

async function count(nowMs: number, merged = none): Promise<void> {
  expect(await countHours(world, { merged, nowMs })).toEqual([]);
}

/** Rows of a query over copies of all files of `counted`. */
async function rowsOf(query: string) {
  const paths: string[] = [];
  for (const { name } of await world.store.list('counted')) {
    const path = join(world.session.folder, `test-${paths.length}.parquet`);
    await world.store.fetch(name, path);
    paths.push(sqlText(path));
  }
  const table = `read_parquet([${paths.join(', ')}], union_by_name = true)`;
  return world.session.rows(`with counted as (select * from ${table}) ${query}`);
}

async function storeFacts(ofIds: readonly string[], facts: object, atMs = openDataHour): Promise<void> {
  const rowsFile = join(world.session.folder, 'requests.ndjson');
  const rows = ofIds.map((id) => ({ id, slot: 0, atMs, positionId: 4, bookingId: 2, parameters: {}, ...facts }));
  await writeFile(rowsFile, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await writePartitions({ ...world, set: requestSet, rowsFile, stem: `test-${ofIds.join('').slice(0, 40)}` });
}

const hours = `select hour(hour_at)::int as hour, sum(impressions)::int as impressions, sum(clicks)::int as clicks
  from counted group by all order by all`;
const impression = (id: string | undefined, change = {}) => openDataEvent({ eventId: `${id}.0.impression`, ...change });
const later = { atMs: openDataHour + hourMs + minuteMs };

test('an event counts once, in the hour of its earliest report', async () => {
  const click = { eventId: `${ids[0]}.0.click`, kind: 'click' } as const;
  await world.journal('delivery-0', [
    impression(ids[0], later),
    impression(ids[0]),
    impression(ids[0]),
    impression(ids[1], later),
    openDataEvent({ ...click, ...later }),
    openDataEvent({ filtered: 'bot' }),
    // The clock of the host that received it is behind that of the decision.
    impression(ids[2], { decidedAtMs: openDataHour + hourMs, atMs: openDataHour + hourMs - 1 }),
    impression(ids[2], { decidedAtMs: openDataHour + hourMs, atMs: openDataHour + hourMs + 1 }),
  ]);
  await world.export();
  await count(nextDay);
  expect(await rowsOf(hours)).toEqual([
    { hour: 13, impressions: 2, clicks: 0 },
    { hour: 14, impressions: 1, clicks: 1 },
  ]);
  const filtered = 'select event, filter_reason, events from counted where filter_reason is not null';
  expect(await rowsOf(filtered)).toEqual([{ event: 'impression', filter_reason: 'bot', events: 1 }]);
});

test('an earlier report that arrives later moves the event to its hour, in files an hour later', async () => {
  await world.journal('delivery-0', [impression(ids[0], later), impression(ids[1])]);
  await world.export();
  await count(nextDay);
  expect(await rowsOf(hours)).toEqual([
    { hour: 13, impressions: 1, clicks: 0 },
    { hour: 14, impressions: 1, clicks: 0 },
  ]);
  await world.journal('delivery-1', [impression(ids[0])]);
  await world.export();
  await count(nextDay + minuteMs);
  expect((await rowsOf(hours)).map(({ impressions }) => impressions)).toEqual([1, 1]);
  await count(nextDay + hourMs);
  expect(await rowsOf(hours)).toEqual([{ hour: 13, impressions: 2, clicks: 0 }]);
});

test('a file is not made again because other files were merged', async () => {
  for (const id of ids.slice(0, 3)) {
    await world.journal('delivery-0', [impression(id)]);
    await world.export();
  }
  await count(nextDay);
  const plan = planCompaction(await world.store.list('events'), { pendingStems: [], nowMs: nextDay });
  const [compaction, ...others] = plan;
  expect([compaction?.names.length, others]).toEqual([3, []]);
  const name = await compactHour(world, compaction as NonNullable<typeof compaction>, []);
  await count(nextDay + 2 * dayMs, new Map(compaction?.names.map((old) => [old, name as string])));
  const [hour] = await readCountedHours(world.store);
  expect(hour).toMatchObject({ madeAtMs: nextDay, changedAtMs: nextDay, events: [name?.split('/').at(-1)] });
});

test('hours are made an hour after their end, and hours without events have no file', async () => {
  await world.journal('delivery-0', [impression(ids[0]), impression(ids[1], later)]);
  await storeFacts([ids[5] as string], {}, openDataHour - hourMs);
  await world.export();
  await count(openDataHour + 2 * hourMs);
  expect((await world.store.list('counted')).map(({ name }) => name)).toEqual([
    'counted/day=2026-11-21/hour=13/counted.parquet',
  ]);
  await count(openDataHour + 3 * hourMs);
  expect(await world.store.list('counted')).toHaveLength(2);
});

test('an ad has one row with the facts of its request, and a column for each common key', async () => {
  const video = { kind: 'video', window: 'video' } as const;
  await world.journal('delivery-0', [
    impression(ids[0], later),
    openDataEvent({ ...video, ...later, name: 'start', eventId: `${ids[0]}.0.start` }),
    openDataEvent({ ...video, ...later, name: 'mute', eventId: `${ids[0]}.0.mute` }),
    impression(ids[1]),
  ]);
  await world.export();
  const facts = { country: 'BE', segments: ['fans'], parameters: { section: ['sports', 'cup'], Section: ['x'] } };
  await storeFacts([ids[0] as string], facts);
  // Stored twice after a failed export.
  await storeFacts([ids[0] as string, ids[5] as string], facts);
  await count(nextDay);
  const query = `select hour(hour_at)::int as hour, local_day::text as day, impressions, starts, event, events, country, segments,
    "key:Section" as section, parameters from counted order by hour, event nulls first`;
  const known = { hour: 14, day: '2026-11-21', country: 'BE', segments: ['fans'], section: ['x'] };
  const others = [{ key: 'section', value: ['sports', 'cup'] }];
  expect(await rowsOf(query)).toEqual([
    {
      hour: 13,
      day: '2026-11-21',
      impressions: 1,
      starts: 0,
      event: null,
      events: 0,
      country: null,
      segments: null,
      section: null,
      parameters: null,
    },
    { ...known, impressions: 1, starts: 1, event: null, events: 0, parameters: others },
    { ...known, impressions: 0, starts: 0, event: 'mute', events: 1, parameters: others },
  ]);
});

test('impressions have the keys of their viewers, except erased ones', async () => {
  await world.journal('delivery-0', [impression(ids[0], later), impression(ids[1]), impression(ids[2])]);
  await world.export();
  const [erased, other] = ['00000000000000aa', '00000000000000bb'];
  await storeFacts([ids[0] as string], { viewerKey: other });
  await storeFacts([ids[1] as string], { viewerKey: erased });
  await storeFacts([ids[2] as string], {});
  const keys = 'select hour(hour_at)::int as hour, viewer_key, impressions from counted order by all';
  const without = [
    { hour: 13, viewer_key: null, impressions: 1 },
    { hour: 13, viewer_key: null, impressions: 1 },
    { hour: 14, viewer_key: other, impressions: 1 },
  ];
  expect(await countHours(world, { merged: none, erased: [erased], nowMs: nextDay })).toEqual([]);
  expect(await rowsOf(keys)).toEqual(without);
  expect((await readCountedHours(world.store)).map(({ hasViewers }) => hasViewers)).toEqual([false, true]);
});

test('an erasure removes the keys of a viewer from existing files and leaves all else', async () => {
  await world.journal('delivery-0', [impression(ids[0], later), impression(ids[1]), impression(ids[2], later)]);
  await world.export();
  const [erased, other] = ['00000000000000aa', '00000000000000bb'];
  await storeFacts([ids[0] as string], { viewerKey: erased, country: 'BE' });
  await storeFacts([ids[1] as string, ids[2] as string], { viewerKey: other });
  await count(nextDay);
  const rows = 'select * from counted order by hour_at, country';
  const before = await rowsOf(rows);
  await eraseCountedHours(world, { erased: [erased], nowMs: nextDay + 1 });
  expect(await rowsOf(rows)).toEqual(
    before.map((row) => (row['viewer_key'] === erased ? { ...row, viewer_key: null } : row)),
  );
  expect((await readCountedHours(world.store)).map(({ madeAtMs, erasedAtMs }) => [madeAtMs, erasedAtMs])).toEqual([
    [nextDay, null],
    [nextDay, nextDay + 1],
  ]);
});

test('facts of an earlier version have no viewers', async () => {
  await world.journal('delivery-0', [impression(ids[0])]);
  await world.export();
  await storeFacts([ids[0] as string], { country: 'BE' });
  const [{ name } = { name: '' }] = await world.store.list('requests');
  const [path, old] = [join(world.session.folder, 'new.parquet'), join(world.session.folder, 'old.parquet')];
  await world.store.fetch(name, path);
  await world.session.run(`copy (select * exclude (viewer_key) from ${sqlText(path)}) to ${sqlText(old)}`);
  await world.store.put(name, old);
  await count(nextDay);
  expect(await rowsOf('select country, viewer_key from counted')).toEqual([{ country: 'BE', viewer_key: null }]);
  const compaction = { folder: 'requests', partition: name.slice(0, name.lastIndexOf('/')), names: [name] } as const;
  expect(await compactHour(world, compaction, ['00000000000000aa'])).toMatch(/compacted-[0-9a-f]{24}\.parquet$/);
});
