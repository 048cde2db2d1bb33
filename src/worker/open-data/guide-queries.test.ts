import { readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createOpenDataWorld,
  type OpenDataWorld,
  openDataEvent,
  openDataHour,
} from '../../../test/support/open-data/open-data-world.ts';
import { dayMs, hourMs, minuteMs } from '../../core/time/durations.ts';
import { countedColumns } from '../../exchange/open-data/counted-schema.ts';
import { decisionSet, eventSet, openDataSets, requestSet } from '../../exchange/open-data/open-data-schema.ts';
import { countHours } from './counted/count-hours.ts';
import { nameTables } from './upkeep/name-tables.ts';
import { storeNameTable } from './upkeep/store-name-table.ts';
import { writePartitions } from './write-partitions.ts';

const page = readFileSync(new URL('../../../docs/guide/report/open-data.md', import.meta.url), 'utf8');
const dashboard = JSON.parse(
  readFileSync(new URL('../../../deploy/grafana/open-data.json', import.meta.url), 'utf8'),
) as {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly rawSql: string }[] }[];
};
/** Statements of the page by their first words. */
const statements = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  block.split(/;\s*(?:\n|$)/),
);
const ids = Array.from({ length: 4 }, (_, index) => `${index}`.repeat(32));
/** The folder in queries of the dashboard. */
const rootVariable = ['$', '{root}'].join('');
let world: OpenDataWorld;

beforeAll(async () => {
  world = await createOpenDataWorld();
  await world.zones({ 'Europe/Brussels': [4] });
  const click = { eventId: `${ids[0]}.0.click`, kind: 'click' } as const;
  const late = { atMs: openDataHour + hourMs + minuteMs };
  await world.journal('delivery-0', [
    ...ids.map((id) => openDataEvent({ eventId: `${id}.0.impression` })),
    openDataEvent({ ...click, ...late }),
    openDataEvent({ filtered: 'bot' }),
    openDataEvent({ kind: 'video', name: 'start', window: 'video', eventId: `${ids[0]}.0.start` }),
    openDataEvent({ kind: 'video', name: 'start', window: 'video', eventId: `${ids[1]}.0.start` }),
    openDataEvent({ kind: 'video', name: 'complete', window: 'video', eventId: `${ids[0]}.0.complete` }),
  ]);
  await world.export();
  // Repetitions: the first report of the click was read last.
  await world.journal('delivery-1', [
    openDataEvent({ ...click, atMs: openDataHour + 2 * minuteMs }),
    openDataEvent({ eventId: `${ids[1]}.0.impression`, ...late }),
  ]);
  await world.export();
  await storeNames();
  const decided = ids.map((id) => ({ id, country: ['be'] }));
  await storeDecisions(decided);
  await storeRequests();
  await countHours(world, { merged: new Map(), nowMs: openDataHour + dayMs });
  if (world.location.kind !== 'folder') throw new Error('The test reads a folder');
  await cp(join(world.location.folder ?? '', 'open-data'), join(world.session.folder, 'open-data'), {
    recursive: true,
  });
});
afterAll(() => world.close());

async function storeNames(): Promise<void> {
  const row = {
    booking_id: 2,
    booking: 'B',
    campaign_id: 5,
    campaign: 'Autumn',
    advertiser_id: 6,
    advertiser: 'Shoes',
  };
  for (const table of nameTables) {
    const path = join(world.session.folder, 'names.ndjson');
    await writeFile(path, table.name === 'bookings' ? `${JSON.stringify(row)}\n` : '');
    await storeNameTable(world, { table, path });
  }
}

async function storeDecisions(decided: readonly { readonly id: string; readonly country: readonly string[] }[]) {
  const rowsFile = join(world.session.folder, 'decisions.ndjson');
  const row = {
    slot: 0,
    atMs: openDataHour,
    revision: 1,
    positionId: 4,
    isFurther: false,
    bookingId: 2,
    adId: 1,
    brandId: 9,
    method: 'share',
    consent: null,
    parameters: {},
    pageParts: [],
    areas: [],
    isComplete: true,
    source: 'a',
  };
  const rows = decided.map(({ id, country }, index) => ({ ...row, id, facts: { country }, index }));
  await writeFile(rowsFile, rows.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const set = openDataSets.find(({ folder }) => folder === 'decisions');
  if (set === undefined) throw new Error('There is no set of decisions');
  await writePartitions({ ...world, set, rowsFile, stem: 'test' });
}

/** The facts of the last request are unknown. */
async function storeRequests(): Promise<void> {
  const rowsFile = join(world.session.folder, 'requests.ndjson');
  const facts = { country: 'BE', segments: ['fans'], parameters: { section: ['sports', 'cup'] } };
  const viewers = ['00000000000000aa', '00000000000000aa', '00000000000000bb'];
  const rows = ids.slice(0, 3).map((id, index) => ({
    id,
    slot: 0,
    atMs: openDataHour,
    positionId: 4,
    bookingId: 2,
    ...facts,
    viewerKey: viewers[index],
  }));
  await writeFile(rowsFile, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await writePartitions({ ...world, set: requestSet, rowsFile, stem: 'test' });
}

function local(query: string): string {
  return query.replaceAll("'open-data/", `'${world.session.folder}/open-data/`);
}

test('the queries of the guide run, and their totals count each event once at its earliest report', async () => {
  const results: (readonly Readonly<Record<string, unknown>>[])[] = [];
  for (const statement of statements.filter((text) => text.trim() !== '')) {
    if (/^\s*create/.test(statement)) await world.session.run(local(statement));
    else results.push(await world.session.rows(local(statement)));
  }
  expect(results).toEqual([
    [{ local_day: '2026-11-21', booking_id: '2', impressions: '4', viewables: '0', clicks: '1' }],
    [{ hour: '2026-11-21 13:00:00', impressions: '4' }],
    [{ campaign: 'Autumn', advertiser: 'Shoes', impressions: '4' }],
    [{ booking_id: '2', completion_rate: 0.5 }],
    [{ filter_reason: 'bot', reports: '1' }],
    [{ creative_id: '3', median_seconds: 120 }],
    [
      { country: 'BE', device: null, impressions: '3', ctr: expect.closeTo(1 / 3) },
      { country: null, device: null, impressions: '1', ctr: 0 },
    ],
    [
      { section: 'cup', impressions: '3' },
      { section: 'sports', impressions: '3' },
    ],
    [
      { country: 'BE', impressions: '3' },
      { country: null, impressions: '1' },
    ],
    [
      { section: 'cup', impressions: '3' },
      { section: 'sports', impressions: '3' },
    ],
    [{ segment: 'fans', impressions: '3' }],
    [{ weekday: '6', hour: '13', impressions: '4' }],
    [{ booking_id: '2', reach: '2', frequency: 1.5 }],
    [{ position_id: '4', requests: '4', filled: '4' }],
  ]);
});

test('the queries of the Grafana dashboard run', async () => {
  const filled = (query: string) =>
    query
      .replaceAll(rootVariable, world.session.folder)
      .replaceAll(/\$__from|\$__to/g, (name) => String(openDataHour + (name === '$__to' ? 24 : -24) * hourMs));
  const rows = new Map<string, number>();
  for (const { title, targets } of dashboard.panels) {
    for (const { rawSql } of targets) rows.set(title, (await world.session.rows(filled(rawSql))).length);
  }
  expect(Object.fromEntries(rows)).toEqual({
    'Events by hour': 1,
    'Impressions by campaign': 1,
    'Filtered reports': 1,
    'Completion rate of video ads': 1,
  });
});

test('the guide lists all columns with their types', () => {
  const listed = [...page.matchAll(/^\| `(\w+)` \| `(.+?)` \| (.+) \|$/gm)].map(([, name, type, meaning]) => [
    name,
    type,
    meaning,
  ]);
  expect(listed).toEqual(
    [eventSet.columns, requestSet.columns, countedColumns, decisionSet.columns].flatMap((columns) =>
      Object.entries(columns).map(([name, { type, meaning }]) => [name, type, meaning]),
    ),
  );
});
