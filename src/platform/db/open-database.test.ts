import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/support/database/test-database.ts';
import { openDatabase } from './open-database.ts';

const testDatabase = await createTestDatabase();
afterAll(() => testDatabase.close());

test('reads and writes times equally for any settings of an external database', async () => {
  const first = openDatabase(testDatabase.url, { maxConnections: 1 });
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(first.kysely);
  for (const [setting, value] of [
    ['datestyle', 'German, DMY'],
    ['timezone', 'Europe/Amsterdam'],
    ['intervalstyle', 'sql_standard'],
  ]) {
    await sql`alter database ${sql.id(rows[0]?.name ?? '')} set ${sql.id(setting ?? '')} to ${sql.lit(value)}`.execute(
      first.kysely,
    );
  }
  await first.kysely.destroy();
  const second = openDatabase(testDatabase.url, { maxConnections: 1 });
  const at = new Date('1899-02-01T10:00:00Z');
  const read = await sql`select ${at}::timestamptz as at, ${at}::timestamptz::text as text, '2026-02-01'::date as day`
    .execute(second.kysely)
    .finally(() => second.kysely.destroy());
  expect(read.rows).toEqual([{ at, text: '1899-02-01 10:00:00+00', day: '2026-02-01' }]);
});
