import { type Kysely, sql } from 'kysely';

/** Number of times a service account was unarchived, so that earlier tokens stay invalid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table service_account add column token_generation integer not null default 0`.execute(db);
}
