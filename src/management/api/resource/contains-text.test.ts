import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/support/database/test-database.ts';
import { openDatabase } from '../../../platform/db/open-database.ts';
import { containsText } from './contains-text.ts';

const testDatabase = await createTestDatabase();
const { kysely: database } = openDatabase(testDatabase.url, { maxConnections: 1 });
afterAll(async () => {
  await database.destroy();
  await testDatabase.close();
});

async function isIn(text: string, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select ${containsText(sql`given.name`, text)} as found from (select ${name}::text as name) as given`.execute(
    database,
  );
  return rows[0]?.found ?? false;
}

test.each([
  ['arabica', 'Coffee ARABICA 500 g', true],
  ['50%', '50% off', true],
  ['50%', '500 off', false],
  ['a_b', 'a_b', true],
  ['a_b', 'axb', false],
  ['a\\b', 'A\\B', true],
  ['\\', 'a\\', true],
  ['\\%', 'a%', false],
  ['%', 'nothing of it', false],
])('%s in %s: %s', async (text, name, found) => {
  expect(await isIn(text, name)).toBe(found);
});

test('uses the trigram index for searches of products', async () => {
  const found = sql`${containsText(sql.ref('product.name'), 'arabica')} or ${containsText(sql.ref('product.sku'), 'arabica')}`;
  const plan = await database.transaction().execute(async (transaction) => {
    // The table is empty, so a sequential scan would be cheaper.
    await sql`set local enable_seqscan = off`.execute(transaction);
    return sql<Record<string, string>>`explain select product.id from product where ${found}`.execute(transaction);
  });
  const text = plan.rows.map((row) => Object.values(row)[0]).join('\n');
  expect(text.match(/Bitmap Index Scan on product_by_text/g)).toHaveLength(2);
});
