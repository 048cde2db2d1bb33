import { type Kysely, sql, type Transaction } from 'kysely';
import { readMigrationState } from '../../platform/db/migrate.ts';
import { allMigrations } from '../../platform/db/migrations/all-migrations.ts';
import type { Database } from '../../platform/db/schema.ts';

/** Rows of one piece; each is some hundred bytes, and the largest some hundred kilobytes. */
const rowsPerPiece = 2_000;

/** Rows of a table as PostgreSQL writes them, which is how it reads them again, to the bit. */
export type TablePiece = { readonly table: string; readonly rows: readonly string[] };

/** What a database is, besides its rows. */
export type DatabaseHead = {
  /** The last migration that it has. */
  readonly migration: string;
  readonly tables: readonly string[];
  /** The next number of each sequence. */
  readonly sequences: readonly { readonly name: string; readonly next: number }[];
};

/** All tables of one moment, while others go on writing. `head` is called first. */
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

/** All tables of the schema but those in which migrations are noted, which a restore runs itself. */
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
