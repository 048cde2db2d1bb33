import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createOpenDataWorld,
  type OpenDataWorld,
  openDataEvent,
  openDataHour,
} from '../../../../test/support/open-data/open-data-world.ts';
import { taskByCountry } from '../../../../test/support/open-data/report-task.ts';
import { type S3Server, startS3Server } from '../../../../test/support/services/s3-server.ts';
import { noCounts } from '../../../core/pricing/billable-events.ts';
import { dayMs, hourMs, minuteMs } from '../../../core/time/durations.ts';
import { readCountedHours } from '../../../exchange/open-data/counted-hours.ts';
import { requestSet } from '../../../exchange/open-data/open-data-schema.ts';
import { countHours } from '../../../worker/open-data/counted/count-hours.ts';
import { nameTables } from '../../../worker/open-data/upkeep/name-tables.ts';
import { storeNameTable } from '../../../worker/open-data/upkeep/store-name-table.ts';
import { writePartitions } from '../../../worker/open-data/write-partitions.ts';
import { createRawReportEngine, type RawReportEngine } from './raw-report-engine.ts';
import type { RawReportTask } from './raw-report-task.ts';
import { summedColumnOf } from './raw-scan-sql.ts';

const ids = Array.from({ length: 5 }, (_, index) => `${index}`.repeat(32));
const facts = [
  { country: 'BE', device: 'phone', keywords: ['run', 'run', 'shoe'], parameters: { section: ['sports'] } },
  { country: 'BE', device: 'desktop', keywords: ['run'], parameters: { section: ['sports', 'cup'] } },
  { country: 'NL', device: 'phone', parameters: { section: ['home'], rare: ['x'] } },
  { country: 'NL', language: 'nl', parameters: {} },
];
let s3: S3Server;
let world: OpenDataWorld;
let engine: RawReportEngine;

beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

/** Stores the names of two bookings of one campaign, of a creative, and of a position in Brussels. */
async function storeNames(): Promise<void> {
  const rows = {
    bookings: [2, 3].map((id) => ({ booking_id: id, booking: `B${id}`, campaign_id: 20, advertiser_id: 30 })),
    creatives: [{ creative_id: 3, creative: 'C', brand_id: 31 }],
    positions: [
      { position_id: 4, location_id: 40, publication_id: 41, publisher_id: 42, time_zone: 'Europe/Brussels' },
    ],
  };
  for (const table of nameTables) {
    const path = join(world.session.folder, 'names.ndjson');
    const ofTable = rows[table.name as keyof typeof rows];
    await writeFile(path, ofTable.map((row) => `${JSON.stringify(row)}\n`).join(''));
    await storeNameTable(world, { table, path });
  }
}

async function storeWorld(): Promise<void> {
  await world.zones({ 'Europe/Brussels': [4] });
  const later = { atMs: openDataHour + 11 * hourMs, decidedAtMs: openDataHour + 11 * hourMs };
  const event = (id: number, change = {}) =>
    openDataEvent({ eventId: `${ids[id]}.0.impression`, bookingId: id === 2 ? 3 : 2, ...change });
  await world.journal('delivery-0', [
    event(0),
    event(0, { atMs: openDataHour + 2 * minuteMs }),
    event(1),
    event(2, later),
    event(3),
    event(4),
    event(0, { kind: 'click', eventId: `${ids[0]}.0.click` }),
    event(1, { kind: 'video', name: 'start', eventId: `${ids[1]}.0.start` }),
    event(1, { kind: 'video', name: 'mute', eventId: `${ids[1]}.0.mute` }),
    event(1, { kind: 'click', filtered: 'bot', eventId: `${ids[1]}.0.click` }),
  ]);
  await world.export();
  const rowsFile = join(world.session.folder, 'requests.ndjson');
  const rows = facts.map((fact, index) => ({
    id: ids[index],
    slot: 0,
    atMs: index === 2 ? later.atMs : openDataHour,
    positionId: 4,
    bookingId: 2,
    ...fact,
  }));
  await writeFile(rowsFile, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await writePartitions({ ...world, set: requestSet, rowsFile, stem: 'test' });
  expect(await countHours(world, { merged: new Map(), nowMs: openDataHour + dayMs })).toEqual([]);
  await storeNames();
}

/** Rows as `[values..., impressions]`. */
async function impressionsOf(change: Partial<RawReportTask>) {
  const { rows } = await engine.count({ ...taskByCountry, ...change });
  return rows.map(({ values, counts }) => [...Object.values(values), counts.impressions]);
}

describe.each(['folder', 'bucket'] as const)('a report from files in a %s', (kind) => {
  beforeAll(async () => {
    world = await createOpenDataWorld(kind === 'bucket' ? s3.location('reports') : undefined);
    await storeWorld();
    engine = createRawReportEngine({ store: world.location, dataFolder: world.dataFolder, name: 'reports' });
  });
  afterAll(async () => {
    await engine.close();
    await world.close();
  });

  test('has a row for each value of a fact, and one for events without it', async () => {
    const { rows, totals, other, coveredMs } = await engine.count(taskByCountry);
    expect(rows.map(({ values, counts }) => [values['country'], counts.impressions, counts.clicks])).toEqual([
      ['BE', 2, 1],
      ['NL', 2, 0],
      [null, 1, 0],
    ]);
    expect(rows[0]?.counts).toEqual({
      ...noCounts(),
      impressions: 2,
      clicks: 1,
      starts: 1,
      plays: 0,
      audienceThousandths: 2_000,
      events: { start: 1, mute: 1 },
      apart: [{ reason: 'bot', kind: 'click', events: 1 }],
    });
    expect([totals.impressions, totals.clicks, totals.events, other]).toEqual([5, 1, { start: 1, mute: 1 }, null]);
    expect(coveredMs).toEqual({ from: openDataHour, to: openDataHour + 12 * hourMs });
  });

  test('by values of lists counts an event in the row of each value, and once in the totals', async () => {
    const { rows, totals } = await engine.count({ ...taskByCountry, groupBy: ['keyword'] });
    expect(rows.map(({ values, counts }) => [values['keyword'], counts.impressions])).toEqual([
      ['run', 2],
      ['shoe', 1],
      [null, 3],
    ]);
    expect(totals.impressions).toBe(5);
    expect(await impressionsOf({ groupBy: ['keyValue', 'country'], key: 'section' })).toEqual([
      ['cup', 'BE', 1],
      ['home', 'NL', 1],
      ['sports', 'BE', 2],
      [null, 'NL', 1],
      [null, null, 1],
    ]);
    expect(await impressionsOf({ groupBy: ['keyValue'], key: 'unknown' })).toEqual([[null, 5]]);
    expect(await impressionsOf({ groupBy: ['viewerLanguage'], values: { viewerLanguage: ['nl'] } })).toEqual([
      ['nl', 1],
    ]);
  });

  test('by objects and times has the parents of objects and the hours of publications', async () => {
    expect(await impressionsOf({ groupBy: ['campaign', 'mediaPartner', 'booking'] })).toEqual([
      [20, 30, 2, 4],
      [20, 30, 3, 1],
    ]);
    const objects = ['brand', 'creative', 'location', 'publication', 'publisher', 'position'] as const;
    expect(await impressionsOf({ groupBy: objects })).toEqual([[31, 3, 40, 41, 42, 4, 5]]);
    // 13:01 UTC on Saturday, and midnight UTC: 1:00 on Sunday in Brussels.
    expect(await impressionsOf({ groupBy: ['month', 'day', 'hour', 'hourOfWeek'] })).toEqual([
      ['2026-11', '2026-11-21', '2026-11-21T13:00:00.000Z', 5 * 24 + 14, 4],
      ['2026-11', '2026-11-22', '2026-11-22T00:00:00.000Z', 6 * 24 + 1, 1],
    ]);
  });

  test('contains only what its filters and the caller may see', async () => {
    expect(await impressionsOf({ from: '2026-11-22', to: '2026-11-23' })).toEqual([['NL', 1]]);
    expect(await impressionsOf({ bookingIds: [3] })).toEqual([['NL', 1]]);
    expect(await impressionsOf({ bookingIds: [] })).toEqual([]);
    expect(await impressionsOf({ ids: { booking: [2], campaign: [20] }, values: { device: ['phone'] } })).toEqual([
      ['BE', 1],
    ]);
    expect(await impressionsOf({ values: { keyword: ['shoe', "it's"] } })).toEqual([['BE', 1]]);
    expect(await impressionsOf({ key: 'section', values: { keyValue: ['cup', 'home'] } })).toEqual([
      ['BE', 1],
      ['NL', 1],
    ]);
  });

  test('has the rows with the most impressions, and the sum of the others', async () => {
    const { rows, other, totals } = await engine.count({
      ...taskByCountry,
      groupBy: ['keyValue'],
      key: 'section',
      top: 1,
    });
    expect(rows.map(({ values, counts }) => [values['keyValue'], counts.impressions])).toEqual([['sports', 2]]);
    expect([other?.impressions, totals.impressions]).toEqual([4, 5]);
    await expect(engine.count({ ...taskByCountry, maxRows: 2 })).rejects.toThrow('tooManyRows');
  });

  test('shows selected rows, and the sum of the others', async () => {
    const { rows, other } = await engine.count({
      ...taskByCountry,
      groupBy: ['country', 'booking', 'day'],
      top: 1,
      selected: [
        { country: 'NL', booking: 3, day: '2026-11-22' },
        { country: null, booking: 2, day: '2026-11-21' },
        { country: "it's", booking: 2, day: '2026-11-21' },
      ],
    });
    expect(rows.map(({ values, counts }) => [values['country'], values['booking'], counts.impressions])).toEqual([
      ['NL', 3, 1],
      [null, 2, 1],
    ]);
    expect(other?.impressions).toBe(3);
    const none = await engine.count({ ...taskByCountry, top: 1, selected: [] });
    expect([none.rows, none.other?.impressions]).toEqual([[], 5]);
  });

  test('counts the impressions of all bookings in the inventory of its rows', async () => {
    const inventoryOf = async (change: Partial<RawReportTask>) => {
      const { rows, inventory } = await engine.count({ ...taskByCountry, hasInventory: true, ...change });
      return {
        rows: rows.map(({ values, counts }, index) => [
          ...Object.values(values),
          counts.impressions,
          inventory?.rows[index],
        ]),
        totals: inventory?.totals,
        other: inventory?.other,
      };
    };
    // The totals count an event with several keywords once.
    expect(await inventoryOf({ groupBy: ['keyword', 'booking'] })).toEqual({
      rows: [
        ['run', 2, 2, 2],
        ['shoe', 2, 1, 1],
        [null, 2, 2, 3],
        [null, 3, 1, 3],
      ],
      totals: 5,
      other: null,
    });
    const bookingIds = [3];
    expect(await inventoryOf({ groupBy: ['booking', 'country'], bookingIds })).toEqual({
      rows: [[3, 'NL', 1, 2]],
      totals: 5,
      other: null,
    });
    expect(await inventoryOf({ groupBy: ['brand'], ids: { booking: [3], campaign: [20] } })).toEqual({
      rows: [[31, 1, 5]],
      totals: 5,
      other: null,
    });
    const values = { keyword: ['run'], device: ['phone'] };
    expect(await inventoryOf({ groupBy: ['booking'], values, ids: { position: [4] } })).toMatchObject({
      rows: [[2, 1, 1]],
      totals: 1,
    });
    expect(await inventoryOf({ groupBy: ['keyValue', 'booking'], key: 'section', top: 1 })).toEqual({
      rows: [['sports', 2, 2, 2]],
      totals: 5,
      // Of cup, home and none.
      other: 4,
    });
    expect((await engine.count(taskByCountry)).inventory).toBeNull();
  });

  test('counts plays of screens, and their audience by local hour', async () => {
    const multipliers = Array.from({ length: 24 }, (_, hour) => (hour === 14 ? 2_500 : 500));
    const { totals } = await engine.count({
      ...taskByCountry,
      screens: [{ positionId: 4, timeZone: 'Europe/Brussels', multipliers }],
    });
    expect([totals.plays, totals.audienceThousandths]).toEqual([5, 4 * 2_500 + 500]);
  });

  test('waits for others, and is refused when too many wait', async () => {
    const running = Array.from({ length: 11 }, (_, index) =>
      engine.count(taskByCountry, { requestId: `${index}` }).then(({ totals }) => totals.impressions),
    );
    expect(engine.progress('0')).toMatchObject({ waiting: 0 });
    expect(engine.progress('10')).toMatchObject({ waiting: 10 });
    await expect(engine.count(taskByCountry)).rejects.toThrow('tooManyReports');
    expect(await Promise.all(running)).toEqual(running.map(() => 5));
    expect(engine.progress('0')).toBeNull();
  });

  test('can be cancelled while it waits or runs, and the next one is counted', async () => {
    const ends = [new AbortController(), new AbortController()];
    const cancelled = ends.map(({ signal }) => engine.count(taskByCountry, { signal }));
    const next = engine.count(taskByCountry);
    for (const end of ends) end.abort();
    for (const one of cancelled) await expect(one).rejects.toThrow('cancelled');
    expect((await next).totals.impressions).toBe(5);
  });
});

test('a report from the sums of hours equals that from all rows', async () => {
  world = await createOpenDataWorld();
  await world.zones({ UTC: [4, 5] });
  const many = Array.from({ length: 40 }, (_, index) => String(index).padStart(32, '0'));
  await world.journal(
    'delivery-0',
    many.flatMap((id, index) => [
      openDataEvent({
        eventId: `${id}.0.impression`,
        positionId: index % 5 === 0 ? 5 : 4,
        atMs: openDataHour + (index % 2) * 11 * hourMs,
      }),
      openDataEvent({ eventId: `${id}.0.mute`, kind: 'video', name: 'mute' }),
    ]),
  );
  await world.export();
  const rowsFile = join(world.session.folder, 'requests.ndjson');
  const rows = many.map((id, index) => ({
    id,
    slot: 0,
    atMs: openDataHour,
    positionId: 4,
    bookingId: 2,
    country: ['BE', 'NL'][index % 2],
    page: `https://news.example/${index}`,
    keywords: index % 3 === 0 ? ['run', 'run', 'shoe'] : [],
    parameters: { section: index % 4 === 0 ? ['sports', 'cup'] : ['home'], session: [`${index}`] },
  }));
  await writeFile(rowsFile, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await writePartitions({ ...world, set: requestSet, rowsFile, stem: 'test' });
  await countHours(world, { merged: new Map(), nowMs: openDataHour + dayMs });
  const summed = (await readCountedHours(world.store)).map((hour) => hour.summed);
  for (const columns of summed) {
    expect(columns).toEqual(expect.arrayContaining(['', 'country', 'keywords', 'key:section']));
    expect(columns).not.toContain('page');
    expect(columns).not.toContain('key:session');
  }
  engine = createRawReportEngine({ store: world.location, dataFolder: world.dataFolder, name: 'reports' });
  const reports: readonly Partial<RawReportTask>[] = [
    { groupBy: ['country'] },
    { groupBy: ['keyword', 'day'], from: '2026-11-22', to: '2026-11-23' },
    { groupBy: ['hour', 'keyValue'], key: 'section', top: 2 },
    { groupBy: ['page', 'month'] },
    { groupBy: ['keyValue'], key: 'session' },
  ];
  for (const report of reports) {
    const fromSums = await engine.count({ ...taskByCountry, ...report });
    expect(fromSums.rows.length).toBeGreaterThan(0);
    expect(await engine.count({ ...taskByCountry, ...report, bookingIds: [2] })).toEqual(fromSums);
    // Plays of screens are counted from their rows.
    const multipliers = Array.from({ length: 24 }, (_, hour) => (hour === 13 ? 2_500 : 500));
    const screens = [{ positionId: 5, timeZone: 'UTC', multipliers }];
    const withScreens = await engine.count({ ...taskByCountry, ...report, screens });
    expect(await engine.count({ ...taskByCountry, ...report, screens, bookingIds: [2] })).toEqual(withScreens);
    expect(withScreens.totals.plays).toBeGreaterThan(0);
    expect(withScreens.totals.plays).toBeLessThan(withScreens.totals.impressions);
  }
  await engine.close();
  await world.close();
});

test('a report by one fact of all bookings reads sums, also if there are screens', () => {
  const screens = [{ positionId: 5, timeZone: 'UTC', multipliers: null }];
  expect(summedColumnOf({ ...taskByCountry, screens })).toBe('country');
  expect(summedColumnOf({ ...taskByCountry, groupBy: ['country', 'device'] })).toBeNull();
  expect(summedColumnOf({ ...taskByCountry, bookingIds: [2] })).toBeNull();
  expect(summedColumnOf({ ...taskByCountry, hasViewers: true })).toBeNull();
});

test('without files a report is empty', async () => {
  const empty = await createOpenDataWorld();
  const reports = createRawReportEngine({ store: empty.location, dataFolder: empty.dataFolder, name: 'reports' });
  expect(await reports.count(taskByCountry)).toMatchObject({ rows: [], totals: { impressions: 0 }, coveredMs: null });
  await reports.close();
  await empty.close();
});
