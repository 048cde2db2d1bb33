import { type Kysely, sql, type Transaction } from 'kysely';
import { readMigrationState } from '../../platform/db/migrate.ts';
import { allMigrations } from '../../platform/db/migrations/all-migrations.ts';
import type { Database } from '../../platform/db/schema.ts';

/** Rows per piece. A row has a few hundred bytes, the largest a few hundred kilobytes. */
const rowsPerPiece = 2_000;

/** Rows of a table in the text format of PostgreSQL, which restores them exactly. */
export type TablePiece = { readonly table: string; readonly rows: readonly string[] };

/** Properties of a database other than its rows. */
export type DatabaseHead = {
  /** Name of the latest applied migration. */
  readonly migration: string;
  readonly tables: readonly string[];
  /** Next number of each sequence. */
  readonly sequences: readonly { readonly name: string; readonly next: number }[];
};

/** Dumps all tables in one consistent snapshot, during concurrent writes. `head` is called first. */
export async function dumpDatabase<Result>(
  database: Kysely<Database>,
  work: (head: DatabaseHead, pieces: AsyncGenerator<TablePiece>) => Promise<Result>,
): Promise<Result> {
  const { pending } = await readMigrationState(database);
  const migration = Object.keys(allMigrations).findLast((name) => !pending.includes(name));
  if (migration === undefined) throw new Error('The database has no schema');
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const tables = await ownTables(transaction);
      return work({ migration, tables, sequences: await readSequences(transaction) }, piecesOf(transaction, tables));
    });
}

async function* piecesOf(transaction: Transaction<Database>, tables: readonly string[]): AsyncGenerator<TablePiece> {
  for (const table of tables) {
    await sql`declare backup no scroll cursor for select rows::text as row from ${sql.table(table)} as rows`.execute(
      transaction,
    );
    for (;;) {
      const { rows } = await sql<{ row: string }>`fetch ${sql.lit(rowsPerPiece)} from backup`.execute(transaction);
      if (rows.length === 0) break;
      yield { table, rows: rows.map(({ row }) => row) };
    }
    await sql`close backup`.execute(transaction);
  }
}

/** Returns all tables of the schema except those of the migrations, which a restore runs itself. */
export async function ownTables(database: Kysely<Database>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and tablename not like 'kysely_%'
    order by 1`.execute(database);
  return rows.map(({ name }) => name);
}

async function readSequences(transaction: Transaction<Database>): Promise<DatabaseHead['sequences']> {
  const { rows } = await sql<{ name: string; next: number }>`
    select sequencename as name, coalesce(last_value + increment_by, start_value) as next
    from pg_sequences where schemaname = current_schema() order by 1`.execute(transaction);
  return rows;
}
