import { sql } from 'kysely';
import type { TestManagement } from '../server/test-management.ts';

/**
 * Returns the number of rows of every table as one text. Equal texts before and after mean that nothing was written.
 */
export async function countRows(management: TestManagement): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by table_name
  `.execute(management.database);
  const counts = tables.map(({ name }) => sql`select ${name} as name, count(*) as rows from ${sql.table(name)}`);
  const { rows } = await sql<{ name: string; rows: number }>`${sql.join(counts, sql` union all `)} order by 1`.execute(
    management.database,
  );
  return rows.map((row) => `${row.name}: ${row.rows}`).join('\n');
}
