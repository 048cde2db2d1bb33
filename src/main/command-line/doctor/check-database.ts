import { sql } from 'kysely';
import type { Config } from '../../../platform/config/config.ts';
import { servesOf } from '../../../platform/config/roles.ts';
import { findBinaries } from '../../../platform/db/embedded/find-binaries.ts';
import { findRunningEmbedded, hasEmbeddedDatabase } from '../../../platform/db/embedded/find-running-embedded.ts';
import { startEmbeddedPostgres } from '../../../platform/db/embedded/start-embedded-postgres.ts';
import { readMigrationState, requireFittingVersion, requireKnownMigrations } from '../../../platform/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../../../platform/db/open-database.ts';
import { createLog } from '../../../platform/log/log.ts';
import { reasonOf } from '../../process/open-fitting-database.ts';
import { lockDataFolder } from '../../supervisor/data-folder-lock.ts';
import type { Finding } from './finding.ts';

type Examined = {
  readonly findings: readonly Finding[];
  /** Both clocks at the same time. null if the database did not respond. */
  readonly clockMs: { readonly ourMs: number; readonly theirMs: number } | null;
};

const what = 'database';

/** Checks whether the database is reachable, has a supported version, and has the schema of this program. */
export async function checkDatabase(config: Config): Promise<Examined> {
  const advice =
    config.databaseUrl === null
      ? 'see the reason, or set DATABASE_URL to your own PostgreSQL'
      : 'check DATABASE_URL and that the server is running';
  try {
    if (config.databaseUrl !== null) return await examine(config.databaseUrl);
    return await checkEmbedded(config.dataFolder);
  } catch (error) {
    return { findings: [{ what, state: 'fail', found: reasonOf(error), advice }], clockMs: null };
  }
}

async function checkEmbedded(dataFolder: string): Promise<Examined> {
  const running = findRunningEmbedded(dataFolder);
  if (running !== null) return examine(running.url);
  const { version } = findBinaries();
  if (!hasEmbeddedDatabase(dataFolder)) {
    const found = `bundled PostgreSQL ${version}; the first start creates the database`;
    return { findings: [{ what, state: 'ok', found }], clockMs: null };
  }
  const lock = lockDataFolder(dataFolder, servesOf(['all']));
  try {
    const server = await startEmbeddedPostgres({ dataFolder, log: createLog({ level: 'silent', name: 'doctor' }) });
    return await examine(server.url).finally(() => server.stop());
  } finally {
    lock.release();
  }
}

async function examine(url: string): Promise<Examined> {
  const database = openDatabase(url, { maxConnections: 1 });
  try {
    const version = await requireFittingVersion(database.kysely);
    const clockMs = await readClocks(database);
    const state = await readMigrationState(database.kysely);
    requireKnownMigrations(state);
    const answers: Finding = { what, state: 'ok', found: `PostgreSQL ${version} responds` };
    const findings = [answers, describeMigrations(state.pending), await describeRole(database)];
    return { findings, clockMs };
  } finally {
    await database.kysely.destroy();
  }
}

function describeMigrations(pending: readonly string[]): Finding {
  if (pending.length === 0) return { what: 'migrations', state: 'ok', found: 'up to date' };
  const advice = 'run "placard migrate", or start the server';
  return { what: 'migrations', state: 'warn', found: `pending: ${pending.join(', ')}`, advice };
}

/** A role with more permissions than required could rewrite the audit log. */
async function describeRole({ kysely }: OpenDatabase): Promise<Finding> {
  const { rows } = await sql<{ role: string; isSuperuser: boolean; isOwner: boolean }>`
    select current_user as role, rolsuper as is_superuser,
      coalesce(pg_has_role((select relowner from pg_class where oid = to_regclass('audit_entry')), 'usage'), false) as is_owner
    from pg_roles where rolname = current_user
  `.execute(kysely);
  const { role = '', isSuperuser = false, isOwner = false } = rows[0] ?? {};
  if (!isSuperuser && !isOwner)
    return { what: 'database role', state: 'ok', found: `${role} can only append to the audit log` };
  const found = `${role} ${isSuperuser ? 'is a superuser' : 'owns the tables'} and could rewrite the audit log`;
  return {
    what: 'database role',
    state: 'warn',
    found,
    advice: 'use an ordinary role for the server and set DATABASE_OWNER_URL',
  };
}

async function readClocks(database: OpenDatabase): Promise<NonNullable<Examined['clockMs']>> {
  const askedMs = Date.now();
  const { rows } = await sql<{ theirMs: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as their_ms
  `.execute(database.kysely);
  // The database read its clock about halfway between request and response.
  return { ourMs: (askedMs + Date.now()) / 2, theirMs: rows[0]?.theirMs ?? 0 };
}
