import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectRows } from '../../../test/support/database/collect-rows.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/test-database.ts';
import { localHosts } from '../../../test/support/process/local-hosts.ts';
import { waitUntil } from '../../../test/support/process/wait-until.ts';
import { raiseRevision } from '../../exchange/revision/raise-revision.ts';
import { openSnapshotFolder, type SnapshotFolder } from '../../exchange/snapshot/snapshot-folder.ts';
import { readRevisionStatus } from '../../management/insight/revisions/revision-status.ts';
import { type OpenDatabase, openDatabase } from '../../platform/db/open-database.ts';
import { createLease } from '../../platform/lease/lease.ts';
import { createLog } from '../../platform/log/log.ts';
import { buildSnapshotRows } from './build-snapshot-rows.ts';
import { startSnapshotPublisher } from './start-snapshot-publisher.ts';

let testDatabase: TestDatabase;
let open: OpenDatabase;
let path = '';

beforeAll(async () => {
  path = mkdtempSync(join(tmpdir(), 'placard-publisher-'));
  testDatabase = await createTestDatabase();
  open = openDatabase(testDatabase.url, { maxConnections: 4 });
  for (const statement of account) await sql.raw(statement).execute(open.kysely);
});

afterAll(async () => {
  await open.kysely.destroy();
  await testDatabase.close();
  rmSync(path, { recursive: true });
});

test('a snapshot contains all deliverable rows in mapped form', async () => {
  const rows = await buildSnapshotRows(open.kysely);
  expect(rows.publishers).toEqual([{ id: 1, parentId: null }]);
  expect(rows.publications).toEqual([{ id: 1, publisherId: 1, timeZone: 'Europe/Brussels' }]);
  expect(rows.locations.map((row) => row.id)).toEqual([1]);
  expect(rows.positions).toEqual([{ id: 1, locationId: 1, formatId: 1, slotName: '_home_-wide' }]);
  expect(rows.creatives).toEqual([
    {
      id: 1,
      name: 'shown',
      kind: 'image',
      formatId: 1,
      brandId: 1,
      width: 1456,
      height: 180,
      html: null,
      file: { path: 'media/abc/wide.png', mime: 'image/png', bytes: 9 },
      clickUrl: 'https://brand.example/',
      altText: null,
      domains: ['partner.example'],
      updatedAtMs: Date.parse('2026-11-01T00:00:00Z'),
    },
  ]);
  expect(rows.bookings).toEqual([
    {
      id: 1,
      campaignId: 1,
      name: 'live',
      externalId: null,
      type: 'display',
      lifecycle: 'approved',
      paused: false,
      held: false,
      campaign: { name: 'campaign', type: 'campaign', delivering: true, advertiserId: 1 },
      startMs: Date.parse('2026-11-01T00:00:00Z'),
      endMs: null,
      activeDays: ['mon'],
      dayParts: [{ days: ['mon'], fromMinute: 60, toMinute: 120 }],
      inventory: { positionIds: [1], locationIds: [], publicationIds: [1], publisherIds: [] },
      priority: 2,
      targeting: null,
      cpm: { micros: 2_500_000, currency: 'EUR' },
      ads: [{ id: 1, creativeId: 1, weight: 3, startMs: null, endMs: null }],
    },
  ]);
});

test('changes are published within a second, also after connections are cut', async () => {
  const folder = openSnapshotFolder(path);
  const publisher = startSnapshotPublisher({
    database: open.kysely,
    databaseUrl: testDatabase.url,
    snapshotFolder: folder,
    lease: createLease({ database: open.kysely, name: 'publisher', holder: 'test' }),
    log: createLog({ level: 'silent', name: 'test' }),
  });
  await publisher.started;
  await publishedWithin(1_000, await change('first'));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(open.kysely);
  await publishedWithin(10_000, await change('while the connection is away'));
  const many = await Promise.all(Array.from({ length: 20 }, (_, index) => change(`many ${index}`)));
  await publishedWithin(1_000, Math.max(...many));
  await publisher.close();

  async function publishedWithin(milliseconds: number, revision: number): Promise<void> {
    const deadline = Date.now() + milliseconds;
    while ((await folder.currentRevision()) !== revision) {
      if (Date.now() > deadline) throw new Error(`revision ${revision} was not published within ${milliseconds} ms`);
      await delay(5);
    }
    const state = await folder.current();
    expect(state === null ? null : (await collectRows(folder, state)).revision).toBe(revision);
  }
});

test('one of two workers publishes, and the other takes over when it ends', async () => {
  const worker = (holder: string) => {
    const folder = openSnapshotFolder(join(path, holder));
    const publisher = startSnapshotPublisher({
      database: open.kysely,
      databaseUrl: testDatabase.url,
      snapshotFolder: folder,
      lease: createLease({ database: open.kysely, name: 'two publishers', holder }),
      log: createLog({ level: 'silent', name: 'test' }),
    });
    return { folder, publisher };
  };
  const first = worker('first');
  await first.publisher.started;
  const second = worker('second');
  await second.publisher.started;
  await reaches(first.folder, await change('of the first'));
  expect(await second.folder.current()).toBeNull();
  await first.publisher.close();
  await reaches(second.folder, await change('of the second'));
  await second.publisher.close();
});

async function reaches(folder: SnapshotFolder, revision: number): Promise<void> {
  await waitUntil(`revision ${revision}`, async () => (await folder.currentRevision()) === revision);
}

test('the status of a revision states the number of processes that serve it', async () => {
  const folder = openSnapshotFolder(path);
  const revision = await change('seen');
  await folder.acknowledge('delivery-0', revision);
  await folder.acknowledge('delivery-1', revision - 1);
  const status = await readRevisionStatus({ database: open.kysely, hosts: localHosts(folder) }, revision);
  expect(status).toMatchObject({ revision, actor: 'test', summary: 'seen', live: { on: 1, of: 2 } });
  expect(status?.processes.map(({ id, revision: serves }) => [id, serves])).toEqual([
    ['delivery-0', revision],
    ['delivery-1', revision - 1],
  ]);
  expect(await readRevisionStatus({ database: open.kysely, hosts: localHosts(folder) }, 999_999)).toBeNull();
  await folder.forget('delivery-0');
  await folder.forget('delivery-1');
});

function change(summary: string): Promise<number> {
  return open.kysely.transaction().execute((transaction) => raiseRevision(transaction, { actor: 'test', summary }));
}

const gone = `'2026-01-01'`;
/** One deliverable and one undeliverable row of each kind. */
const account = [
  `insert into publisher (name, company_name) values ('p', 'p')`,
  `insert into publisher (name, company_name, archived_at) values ('gone', 'gone', ${gone})`,
  `insert into publication (name, company_name, publisher_id, time_zone) values ('p', 'p', 1, 'Europe/Brussels')`,
  `insert into publication (name, company_name, publisher_id, time_zone) values ('below gone', 'p', 2, 'UTC')`,
  `insert into location (name, publication_id, code) values ('home', 1, '_home_')`,
  `insert into location (name, publication_id, code) values ('below gone', 2, '_gone_')`,
  `insert into format (name, code, width, height) values ('wide', 'wide', 728, 90)`,
  `insert into position (name, location_id, format_id, slot_name) values ('top', 1, 1, '_home_-wide')`,
  `insert into position (name, location_id, format_id, slot_name) values ('below gone', 2, 1, '_gone_-wide')`,
  `insert into media_partner (name, roles, domains) values ('m', '{ADVERTISER}', '{partner.example}')`,
  `insert into brand (name, media_partner_id) values ('b', 1)`,
  ...[
    ['shown', 'image', 'approved', 'false', 'null'],
    ['paused', 'image', 'approved', 'true', 'null'],
    ['archived', 'image', 'approved', 'false', gone],
    ['waiting', 'image', 'pending_review', 'false', 'null'],
    ['of a kind that delivery does not know', 'product', 'approved', 'false', 'null'],
  ].map(
    ([name, kind, state, paused, archivedAt]) =>
      `insert into creative (name, kind, brand_id, format_id, state, paused, archived_at, width, height, click_url, updated_at, assets)
       values ('${name}', '${kind}', 1, 1, '${state}', ${paused}, ${archivedAt}, 1456, 180, 'https://brand.example/', '2026-11-01Z',
       '[{"path":"media/abc/wide.png","mime":"image/png","bytes":9,"sha256":"abc","width":1456,"height":180}]')`,
  ),
  `insert into campaign (name, advertiser_company_id, invoice_company_id, brand_ids) values ('campaign', 1, 1, '{1}')`,
  `insert into booking (name, campaign_id, type, start_date, active_days, day_parts, position_ids, publication_ids, priority, pricing_model, rate_micros, rate_currency, lifecycle)
   values ('live', 1, 'display', '2026-11-01Z', '{mon}', '[{"days":["mon"],"fromMinute":60,"toMinute":120}]', '{1}', '{1}', 2, 'cpm', 2500000, 'EUR', 'approved')`,
  `insert into booking (name, campaign_id, type, start_date, archived_at) values ('gone', 1, 'display', '2026-11-01Z', ${gone})`,
  `insert into booking_creative (booking_id, creative_id, weight) values (1, 1, 3)`,
  `insert into booking_creative (booking_id, creative_id, removed_at) values (1, 2, ${gone})`,
  `insert into booking_creative (booking_id, creative_id) values (1, 3), (1, 4)`,
];
