import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Mulberry } from '../../../../test/simulation/random-numbers.ts';
import {
  createOpenDataWorld,
  type OpenDataWorld,
  openDataEvent,
} from '../../../../test/support/open-data/open-data-world.ts';
import { taskByCountry } from '../../../../test/support/open-data/report-task.ts';
import { type S3Server, startS3Server } from '../../../../test/support/services/s3-server.ts';
import { dayMs, hourMs, minuteMs } from '../../../core/time/durations.ts';
import { requestSet } from '../../../exchange/open-data/open-data-schema.ts';
import { createShopperKeys } from '../../../platform/keys/shopper-keys.ts';
import { countHours } from '../../../worker/open-data/counted/count-hours.ts';
import { eraseCountedHours } from '../../../worker/open-data/counted/erase-counted-hours.ts';
import { writePartitions } from '../../../worker/open-data/write-partitions.ts';
import { createRawReportEngine, type RawReportEngine } from './raw-report-engine.ts';
import type { RawReportTask } from './raw-report-task.ts';

/** Two hours before the month changes in UTC, which is also the day in the time zone of the positions. */
const startMs = Date.parse('2026-11-30T22:00:00Z');
const keys = createShopperKeys('a secret');
const everything: RawReportTask = { ...taskByCountry, hasViewers: true };

/** An ad with an impression. */
type Shown = {
  readonly id: string;
  readonly atMs: number;
  readonly bookingId: number;
  readonly country: string;
  readonly keywords: readonly string[];
  /** null: without consent. */
  readonly viewer: string | null;
};

function randomAds(count: number): readonly Shown[] {
  const random = new Mulberry(7);
  return Array.from({ length: count }, (_, index) => ({
    id: String(index).padStart(32, '0'),
    atMs: startMs + random.upTo(4) * hourMs + random.upTo(30) * minuteMs,
    bookingId: 2 + random.upTo(3),
    country: random.oneOf(['BE', 'NL', 'FR']),
    keywords: ['run', 'shoe', 'sun'].filter(() => random.happens(0.4)),
    viewer: random.happens(0.3) ? null : `ui:${random.upTo(60)}`,
  }));
}

const ads = randomAds(400);
let s3: S3Server;
let world: OpenDataWorld;
let engine: RawReportEngine;

/** Values of the rows that an impression belongs to. */
type Rows = (ad: Shown) => readonly (string | number | null)[];

const month = ({ atMs }: Shown) => new Date(atMs).toISOString().slice(0, 7);
const hourText = (atMs: number) => new Date(atMs - (atMs % hourMs)).toISOString();
const weekHour = (atMs: number) => ((new Date(atMs).getUTCDay() + 6) % 7) * 24 + new Date(atMs).getUTCHours();
const keywordsOf: Rows = ({ keywords }) => (keywords.length === 0 ? [null] : keywords);

/** Returns `[value, viewers, their impressions]` for each value, and of all impressions. */
function modelOf(shown: readonly Shown[], rows: Rows) {
  const countsOf = (some: readonly Shown[]) => {
    const known = some.filter(({ viewer }) => viewer !== null);
    // A viewer is another one in the next month.
    return [new Set(known.map((ad) => `${ad.viewer} ${month(ad)}`)).size, known.length];
  };
  const values = [...new Set(shown.flatMap((ad) => rows(ad)))];
  return {
    rows: sorted(values.map((value) => [value, ...countsOf(shown.filter((ad) => rows(ad).includes(value)))])),
    total: countsOf(shown),
  };
}

async function countedOf(change: Partial<RawReportTask>) {
  const report = await engine.count({ ...everything, ...change });
  const countsOf = ({ viewers }: (typeof report)['totals']) => [viewers?.people, viewers?.impressions];
  return {
    rows: sorted(report.rows.map(({ values, counts }) => [joinedValue(Object.values(values)), ...countsOf(counts)])),
    total: countsOf(report.totals),
    other: report.other === null ? null : countsOf(report.other),
  };
}

/** Several values are one text. */
function joinedValue(values: readonly (string | number | null)[]): string | number | null {
  return values.length > 1 ? values.join(' ') : (values[0] ?? null);
}

function sorted<Row>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

async function storeAds(): Promise<void> {
  await world.zones({ UTC: [4] });
  await world.journal(
    'delivery-0',
    ads.flatMap(({ id, atMs, bookingId }) => [
      openDataEvent({ eventId: `${id}.0.impression`, atMs, decidedAtMs: atMs, bookingId }),
      openDataEvent({ eventId: `${id}.0.impression`, atMs: atMs + 1, decidedAtMs: atMs, bookingId }),
      openDataEvent({ eventId: `${id}.0.mute`, kind: 'video', name: 'mute', atMs, decidedAtMs: atMs, bookingId }),
    ]),
  );
  // A viewer of a click without an impression is not reached.
  const clicked = { eventId: `${'f'.repeat(32)}.0.click`, kind: 'click', atMs: startMs, decidedAtMs: startMs } as const;
  await world.journal('delivery-0', [openDataEvent(clicked)]);
  await world.export();
  const lines = [...ads, { id: 'f'.repeat(32), atMs: startMs, country: 'BE', viewer: 'ui:of-click' }].map(
    ({ viewer, ...ad }) => ({
      ...ad,
      slot: 0,
      positionId: 4,
      parameters: {},
      ...(viewer !== null && { viewerKey: keys.keyOf(viewer, ad.atMs) }),
    }),
  );
  const rowsFile = join(world.session.folder, 'requests.ndjson');
  await writeFile(rowsFile, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await writePartitions({ ...world, set: requestSet, rowsFile, stem: 'test' });
  expect(await countHours(world, { merged: new Map(), nowMs: startMs + dayMs })).toEqual([]);
}

beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

describe.each(['folder', 'bucket'] as const)('the viewers of a report from files in a %s', (kind) => {
  beforeAll(async () => {
    world = await createOpenDataWorld(kind === 'bucket' ? s3.location('reach') : undefined);
    await storeAds();
    engine = createRawReportEngine({ store: world.location, dataFolder: world.dataFolder, name: 'reports' });
  });
  afterAll(async () => {
    await engine.close();
    await world.close();
  });

  test.each<[string, Partial<RawReportTask>, Rows]>([
    ['country', { groupBy: ['country'] }, ({ country }) => [country]],
    ['booking', { groupBy: ['booking'] }, ({ bookingId }) => [bookingId]],
    ['month', { groupBy: ['month'] }, (ad) => [month(ad)]],
    ['hour and booking', { groupBy: ['hour', 'booking'] }, ({ bookingId, atMs }) => [`${hourText(atMs)} ${bookingId}`]],
    ['campaign and hour of the week', { groupBy: ['campaign', 'hourOfWeek'] }, ({ atMs }) => [` ${weekHour(atMs)}`]],
    ['keyword, in each of their rows', { groupBy: ['keyword'] }, keywordsOf],
  ])('are counted by %s', async (_, change, rows) => {
    expect(await countedOf(change)).toEqual({ ...modelOf(ads, rows), other: null });
  });

  test('are those of the impressions that match the filters and that the caller may see', async () => {
    const change = {
      groupBy: ['country'],
      bookingIds: [2, 3],
      values: { keyword: ['run'] },
      to: '2026-12-01',
    } as const;
    const seen = ads.filter((ad) => ad.bookingId < 4 && ad.keywords.includes('run') && month(ad) === '2026-11');
    expect(await countedOf(change)).toEqual({ ...modelOf(seen, ({ country }) => [country]), other: null });
  });

  test('of the other rows count once', async () => {
    const { rows, total, other } = await countedOf({ groupBy: ['country'], top: 1 });
    const [[first] = []] = rows;
    const others = ads.filter(({ country }) => country !== first);
    expect(rows).toHaveLength(1);
    expect(total).toEqual(modelOf(ads, () => ['']).total);
    expect(other).toEqual(modelOf(others, () => ['']).total);
  });

  test('are counted in a report that also has the share of voice', async () => {
    const change = { groupBy: ['booking'], bookingIds: [2, 3] } as const;
    expect(await countedOf({ ...change, hasInventory: true })).toEqual(await countedOf(change));
    const { inventory } = await engine.count({ ...everything, ...change, hasInventory: true });
    expect(inventory?.totals).toBe(ads.length);
  });

  test('are not counted unless the report asks for them', async () => {
    const { rows, totals } = await engine.count({ ...everything, hasViewers: false });
    expect([rows[0]?.counts, totals].map((counts) => counts !== undefined && 'viewers' in counts)).toEqual([
      false,
      false,
    ]);
  });

  test('do not contain a viewer after an erasure', async () => {
    const erased = [startMs, startMs + 2 * hourMs].map((atMs) => keys.keyOf('ui:1', atMs));
    await eraseCountedHours(world, { erased, nowMs: startMs + 2 * dayMs });
    const others = ads.map((ad) => (ad.viewer === 'ui:1' ? { ...ad, viewer: null } : ad));
    expect(others).not.toEqual(ads);
    expect(await countedOf({ groupBy: ['country'] })).toEqual({
      ...modelOf(others, ({ country }) => [country]),
      other: null,
    });
  });
});
