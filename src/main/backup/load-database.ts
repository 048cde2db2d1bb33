import { type Kysely, sql, type Transaction } from 'kysely';
import { migrateTo, migrateToLatest } from '../../platform/db/migrate.ts';
import type { Database } from '../../platform/db/schema.ts';
import { ExplainedError } from '../../platform/log/explained-error.ts';
import { type DatabaseHead, ownTables, type TablePiece } from './dump-database.ts';

/** Throws if the database is not empty. A restore never overwrites existing data. */
export async function requireEmptyDatabase(database: Kysely<Database>): Promise<void> {
  const tables = await ownTables(database);
  if (tables.length === 0) return;
  throw new ExplainedError(
    `The database already has ${tables.length} tables. Restore into an empty one: another database in DATABASE_URL, or a data folder without the folder "postgres".`,
  );
}

/** Restores a dump into an empty database in one transaction, and then runs newer migrations. */
export async function loadDatabase(
  database: Kysely<Database>,
  head: DatabaseHead,
  pieces: AsyncIterable<TablePiece>,
): Promise<void> {
  await requireEmptyDatabase(database);
  await migrateTo(database, head.migration);
  try {
    await database.transaction().execute(async (transaction) => {
      const tables = await ownTables(transaction);
      const strange = head.tables.filter((table) => !tables.includes(table));
      if (strange.length > 0)
        throw new ExplainedError(`This version does not support the tables ${strange.join(', ')}.`);
      const references = await dropReferences(transaction);
      for (const table of tables) {
        // The backup contains the rows that triggers and migrations create.
        await sql`alter table ${sql.table(table)} disable trigger user`.execute(transaction);
        await sql`delete from ${sql.table(table)}`.execute(transaction);
      }
      for await (const piece of pieces) await insertPiece(transaction, piece, tables);
      for (const { name, next } of head.sequences) {
        if (next > 1) await sql`select setval(${name}::regclass, ${next - 1})`.execute(transaction);
      }
      for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(transaction);
      for (const { table, name, definition } of references) {
        await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
          transaction,
        );
      }
    });
  } catch (error) {
    await emptyDatabase(database);
    throw error;
  }
  await migrateToLatest(database);
  await sql`analyze`.execute(database);
}

/** Empties a database after a failed load, so that the restore can be repeated. */
export async function emptyDatabase(database: Kysely<Database>): Promise<void> {
  for (const table of [...(await ownTables(database)), 'kysely_migration', 'kysely_migration_lock']) {
    await sql`drop table if exists ${sql.table(table)} cascade`.execute(database);
  }
  const { rows } = await sql<{ routine: string }>`
    select pg_proc.oid::regprocedure::text as routine from pg_proc
    where pg_proc.pronamespace = current_schema()::regnamespace and not exists (
      select from pg_depend where pg_depend.objid = pg_proc.oid and pg_depend.deptype = 'e')`.execute(database);
  for (const { routine } of rows) await sql`drop routine ${sql.raw(routine)}`.execute(database);
}

async function insertPiece(
  transaction: Transaction<Database>,
  { table, rows }: TablePiece,
  tables: readonly string[],
): Promise<void> {
  if (!tables.includes(table))
    throw new ExplainedError(
      `The backup has rows of a table that this version does not know: ${table}. Restore it with a newer version.`,
    );
  const columns = sql.join((await writtenColumns(transaction, table)).map((name) => sql.id(name)));
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from unnest(${rows}::${sql.table(table)}[])`.execute(transaction);
}

async function writtenColumns(transaction: Transaction<Database>, table: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass
      and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(transaction);
  return rows.map(({ name }) => name);
}

/** Foreign keys are checked after all rows are loaded, because rows arrive in any order. */
async function dropReferences(transaction: Transaction<Database>) {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select pg_class.relname as table, pg_constraint.conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = pg_constraint.conrelid
    where pg_constraint.contype = 'f' and pg_class.relnamespace = current_schema()::regnamespace`.execute(transaction);
  for (const { table, name } of rows) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(transaction);
  }
  return rows;
}
