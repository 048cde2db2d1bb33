import { type Kysely, sql } from 'kysely';

/** Service accounts that authenticate with their own key, and their used assertions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table service_account add column public_keys jsonb not null default '[]'`,
  `create table used_assertion (id text primary key, expires_at timestamptz not null)`,
  `create index used_assertion_expires on used_assertion (expires_at)`,
];
