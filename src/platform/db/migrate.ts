import { type Kysely, sql } from 'kysely';
import { type MigrationResultSet, Migrator } from 'kysely/migration';
import { ExplainedError } from '../log/explained-error.ts';
import { allMigrations } from './migrations/all-migrations.ts';
import type { Database } from './schema.ts';

/** Oldest PostgreSQL version that supports the SQL in use. */
export const oldestPostgresMajor = 15;

/** A database that this program cannot use. The message states the reason and the remedy. */
export class UnfitDatabaseError extends ExplainedError {}

export type MigrationState = {
  /** Migrations of this program that the database has not run. */
  readonly pending: readonly string[];
  /** Migrations of the database that this program does not know: the database is newer than the program. */
  readonly unknown: readonly string[];
};

/**
 * Migrates the database to the newest schema. Returns the names of the migrations that it ran. Safe for concurrent
 * processes: Kysely's migrator takes an advisory lock and checks again under it.
 */
export function migrateToLatest(database: Kysely<Database>): Promise<readonly string[]> {
  return migrate(database, (migrator) => migrator.migrateToLatest());
}

/** Migrates the database up to a given migration. */
export function migrateTo(database: Kysely<Database>, name: string): Promise<readonly string[]> {
  return migrate(database, (migrator) => migrator.migrateTo(name));
}

async function migrate(
  database: Kysely<Database>,
  run: (migrator: Migrator) => Promise<MigrationResultSet>,
): Promise<readonly string[]> {
  await requireFittingVersion(database);
  requireKnownMigrations(await readMigrationState(database));
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve({ ...allMigrations }) },
  });
  const { error, results = [] } = await run(migrator);
  if (error !== undefined) {
    const failed = results.find((result) => result.status === 'Error')?.migrationName;
    const where = failed === undefined ? 'Migration failed' : `Migration ${failed} failed`;
    throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName);
}

/** Returns the differences between the database and this program. Changes nothing. */
export async function readMigrationState(database: Kysely<Database>): Promise<MigrationState> {
  const known = Object.keys(allMigrations);
  const applied = await readAppliedMigrations(database);
  return {
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** Throws `UnfitDatabaseError` if the database was migrated by a newer program. */
export function requireKnownMigrations(state: MigrationState): void {
  if (state.unknown.length === 0) return;
  throw new UnfitDatabaseError(
    `The database is newer than this program: it has the migration ${state.unknown.join(', ')}, which this version of ` +
      'Placard does not know. Start the newer version again, or restore a backup made before the upgrade.',
  );
}

/** Throws `UnfitDatabaseError` if PostgreSQL is too old. Returns its version as text, such as `15.8`. */
export async function requireFittingVersion(database: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ number: string; text: string }>`
    select current_setting('server_version_num') as number, current_setting('server_version') as text
  `.execute(database);
  const { number = '0', text = 'unknown' } = rows[0] ?? {};
  if (Math.trunc(Number(number) / 10_000) < oldestPostgresMajor) {
    throw new UnfitDatabaseError(
      `The database is PostgreSQL ${text}; Placard requires PostgreSQL ${oldestPostgresMajor} or newer.` +
        ' Upgrade it, or unset DATABASE_URL to use the bundled one.',
    );
  }
  return text;
}

async function readAppliedMigrations(database: Kysely<Database>): Promise<readonly string[]> {
  const { rows: tables } = await sql<{ present: boolean }>`
    select coalesce(has_table_privilege(to_regclass('kysely_migration'), 'select'), false) as present
  `.execute(database);
  if (tables[0]?.present !== true) return [];
  const { rows } = await sql<{ name: string }>`
    select kysely_migration.name from kysely_migration order by kysely_migration.name
  `.execute(database);
  return rows.map((row) => row.name);
}
