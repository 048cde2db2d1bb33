import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/support/database/test-database.ts';
import { counters, noCounts } from '../../core/pricing/billable-events.ts';
import { verifyAuditChain } from '../audit/verify-audit-chain.ts';
import { migrateToLatest, readMigrationState, UnfitDatabaseError } from './migrate.ts';
import { allMigrations } from './migrations/all-migrations.ts';
import { openDatabase } from './open-database.ts';

const testDatabase = await createTestDatabase();
const { kysely: database } = openDatabase(testDatabase.url, { maxConnections: 2 });
const names = Object.keys(allMigrations);

beforeEach(async () => {
  await sql`drop schema public cascade`.execute(database);
  await sql`create schema public`.execute(database);
});

afterAll(async () => {
  await database.destroy();
  await testDatabase.close();
});

test('an empty database runs every migration once', async () => {
  expect(await readMigrationState(database)).toEqual({ pending: names, unknown: [] });
  expect(await migrateToLatest(database)).toEqual(names);
  expect(await migrateToLatest(database)).toEqual([]);
  expect(await readMigrationState(database)).toEqual({ pending: [], unknown: [] });
});

test.each(['delivery_hour', 'booking_day', 'booking_total'])(
  '%s has a column for each billable event',
  async (table) => {
    await migrateToLatest(database);
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`.execute(database);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([...counters]));
  },
);

test('concurrent migrations by several processes share the work', async () => {
  const others = Array.from({ length: 4 }, () => openDatabase(testDatabase.url, { maxConnections: 2 }).kysely);
  const results = await Promise.all(others.map((other) => migrateToLatest(other)));
  await Promise.all(others.map((other) => other.destroy()));
  expect(results.flat()).toEqual(names);
});

test('a database of a newer program is rejected and left unchanged', async () => {
  await migrateToLatest(database);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-from-tomorrow', '2099-01-01')`.execute(
    database,
  );
  await expect(migrateToLatest(database)).rejects.toThrow(/newer than this program.*9999-from-tomorrow/);
  await expect(migrateToLatest(database)).rejects.toBeInstanceOf(UnfitDatabaseError);
});

test('a failing migration is named and rolled back', async () => {
  await sql`create table booking (id integer)`.execute(database);
  await expect(migrateToLatest(database)).rejects.toThrow(/Migration 0001-records-and-counts failed.*booking/);
  const { rows } = await sql`select to_regclass('publisher') as publisher`.execute(database);
  expect(rows).toEqual([{ publisher: null }]);
});

test('a database with counts gets the totals of its bookings', async () => {
  await migrateTo('0001-records-and-counts');
  for (const hour of ['2026-11-21T10:00Z', '2026-11-21T11:00Z']) {
    await sql`
      insert into delivery_hour (hour_at, local_day, booking_id, creative_id, position_id, impressions, viewables, clicks)
      values (${hour}::timestamptz, '2026-11-21', 7, 1, 1, 20, 10, 2), (${hour}::timestamptz, '2026-11-21', 8, 1, 1, 1, 0, 0)
    `.execute(database);
  }
  await sql`insert into counted_event (event_id, decided_at) values ('e', '2026-11-21T10:30Z')`.execute(database);
  await sql`insert into setting (key, value) values ('roll-up', '{"asOfMs": 9, "forgottenBeforeMs": 5}')`.execute(
    database,
  );
  expect(await migrateToLatest(database)).toEqual(names.slice(1));
  expect(await database.selectFrom('countedEvent').selectAll().execute()).toEqual([
    { eventId: 'e', expiresAt: new Date('2026-11-21T11:30Z'), happenedAt: null, localDay: null },
  ]);
  expect(await database.selectFrom('setting').select(['key', 'value']).orderBy('key').execute()).toEqual([
    { key: 'counted-ranges', value: { sinceMs: expect.any(Number) } },
    { key: 'roll-up', value: { asOfMs: 9, forgottenBeforeMs: 3_600_005 } },
  ]);
  expect(await database.selectFrom('bookingTotal').selectAll().orderBy('bookingTotal.bookingId').execute()).toEqual([
    { bookingId: 7, ...noCounts(), impressions: 40, viewables: 20, clicks: 4 },
    { bookingId: 8, ...noCounts(), impressions: 2 },
  ]);
  expect(await database.selectFrom('bookingDay').selectAll().orderBy('bookingDay.bookingId').execute()).toEqual([
    { bookingId: 7, localDay: '2026-11-21', ...noCounts(), impressions: 40, viewables: 20, clicks: 4 },
    { bookingId: 8, localDay: '2026-11-21', ...noCounts(), impressions: 2 },
  ]);
});

test('a database with video events gets the counters of starts and completed views', async () => {
  await migrateTo('0118-roadblocks');
  await sql`insert into delivery_hour (hour_at, local_day, booking_id, creative_id, position_id, impressions)
    values ('2026-11-21T10:00Z', '2026-11-21', 7, 1, 1, 20)`.execute(database);
  await sql`insert into event_hour (hour_at, local_day, booking_id, creative_id, position_id, event, events) values
    ('2026-11-21T10:00Z', '2026-11-21', 7, 1, 1, 'start', 9), ('2026-11-21T10:00Z', '2026-11-21', 7, 1, 1, 'midpoint', 8),
    ('2026-11-21T11:00Z', '2026-11-21', 7, 1, 1, 'complete', 4)`.execute(database);
  await migrateToLatest(database);
  const ofHours = await database.selectFrom('deliveryHour').selectAll().orderBy('deliveryHour.hourAt').execute();
  expect(ofHours).toMatchObject([
    { ...noCounts(), impressions: 20, starts: 9 },
    { ...noCounts(), completes: 4 },
  ]);
  const sums = { ...noCounts(), starts: 9, completes: 4 };
  expect(await database.selectFrom('bookingDay').selectAll().execute()).toMatchObject([{ bookingId: 7, ...sums }]);
  expect(await database.selectFrom('bookingTotal').selectAll().execute()).toMatchObject([{ bookingId: 7, ...sums }]);
});

test('audit entries from before the chain become its first links', async () => {
  await migrateTo('0010-user-mappings');
  for (const [index, name] of ['Zebra', 'Äpfel'].entries()) {
    await sql`
      insert into audit_entry (at, actor, action, kind, object_id, before, after)
      values ('2026-11-20T10:00:00.123456Z', 'system', 'update', 'brands', ${index + 1}, null,
        ${JSON.stringify({ name, rate: 1.5, at: null, list: [{ b: 1, a: 2 }] })})
    `.execute(database);
  }
  await migrateToLatest(database);
  expect(await verifyAuditChain(database)).toMatchObject({ entries: 2, fault: null });
});

test('a user who cannot create extensions gets everything except the index that needs one', async () => {
  const role = `poor_${randomUUID().replaceAll('-', '')}`;
  await sql`create role ${sql.id(role)} login password 'poor'`.execute(database);
  await sql`grant all on schema public to ${sql.id(role)}`.execute(database);
  const address = new URL(testDatabase.url);
  [address.username, address.password] = [role, 'poor'];
  const { kysely: poor } = openDatabase(address.href, { maxConnections: 2 });
  try {
    expect(await migrateToLatest(poor)).toEqual(names);
    const indexed =
      await sql`select to_regclass('product_by_text') as text, to_regclass('product_by_sku') as sku`.execute(poor);
    expect(indexed.rows).toEqual([{ text: null, sku: 'product_by_sku' }]);
  } finally {
    await poor.destroy();
    await sql`drop owned by ${sql.id(role)} cascade`.execute(database);
    await sql`drop role ${sql.id(role)}`.execute(database);
  }
});

/** Leaves the database in the state of an earlier program version. */
async function migrateTo(name: string): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve({ ...allMigrations }) };
  expect(await new Migrator({ db: database, provider }).migrateTo(name)).not.toHaveProperty('error');
}
