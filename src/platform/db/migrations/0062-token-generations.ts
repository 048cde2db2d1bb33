import { type Kysely, sql } from 'kysely';

/** Counts how often a service account was unarchived, so that tokens from before stay invalid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table service_account add column token_generation integer not null default 0`.execute(db);
}
