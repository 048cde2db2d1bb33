import { type Kysely, sql } from 'kysely';

/** Revoked access tokens, until they would have expired. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table revoked_token (token_id text primary key, expires_at timestamptz not null)`,
  `create index revoked_token_expires on revoked_token (expires_at)`,
];
