import { type Kysely, sql } from 'kysely';
import { migrateToLatest, readMigrationState, requireFittingVersion, requireKnownMigrations } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import type { Database } from './schema.ts';

/** URLs of a database for the runtime role and the owner of the tables. Equal if there is only one role. */
export type DatabaseUrls = { readonly url: string; readonly ownerUrl: string };

/** Tables to which the runtime role can only append, and tables that it can only read. */
const appended = ['audit_entry'];
const readOnly = ['audit_link', 'audit_head', 'kysely_migration', 'kysely_migration_lock'];

/**
 * Migrates the database to the newest schema and returns the names of the migrations that ran. With a separate owner
 * role, migrations run with that role, and the runtime role is granted the required permissions. The owner is only used
 * if something is missing.
 *
 * @param database opened with the runtime role
 */
export async function prepareDatabase(
  database: Kysely<Database>,
  { url, ownerUrl }: DatabaseUrls,
): Promise<readonly string[]> {
  await requireFittingVersion(database);
  const state = await readMigrationState(database);
  requireKnownMigrations(state);
  const isNewest = state.pending.length === 0;
  if (ownerUrl === url) return isNewest ? [] : migrateToLatest(database);
  if (isNewest && (await isGranted(database))) return [];
  const role = await currentRole(database);
  const owner = openDatabase(ownerUrl, { maxConnections: 2 });
  try {
    const names = await migrateToLatest(owner.kysely);
    if ((await currentRole(owner.kysely)) !== role) await grantTo(role, owner.kysely);
    return names;
  } finally {
    await owner.kysely.destroy();
  }
}

/** Grants the runtime role exactly the permissions it needs on the tables of Placard. */
async function grantTo(role: string, owner: Kysely<Database>): Promise<void> {
  const to = sql.id(role);
  await owner.transaction().execute(async (transaction) => {
    // Several processes may start concurrently, and PostgreSQL rejects concurrent grants on one table.
    await sql`select pg_advisory_xact_lock(hashtext('placard grants'))`.execute(transaction);
    const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(transaction);
    const schema = sql.id(rows[0]?.name ?? 'public');
    await sql`grant usage on schema ${schema} to ${to}`.execute(transaction);
    await sql`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`.execute(transaction);
    await sql`grant usage, select on all sequences in schema ${schema} to ${to}`.execute(transaction);
    const [only, none] = [appended, readOnly].map((names) => sql.join(names.map((name) => sql.table(name))));
    await sql`revoke update, delete, truncate on ${only} from ${to}`.execute(transaction);
    await sql`revoke insert, update, delete, truncate on ${none} from ${to}`.execute(transaction);
  });
}

async function isGranted(database: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ granted: boolean }>`
    select bool_and(case relkind
      when 'S' then has_sequence_privilege(oid, 'usage')
      else has_table_privilege(oid, 'select') and (relname = any(${readOnly}) or has_table_privilege(oid, 'insert'))
    end) and not has_table_privilege('audit_entry', 'update') and not has_table_privilege('audit_head', 'update') as granted
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'S')
  `.execute(database);
  return rows[0]?.granted === true;
}

async function currentRole(database: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(database);
  return rows[0]?.role ?? '';
}
