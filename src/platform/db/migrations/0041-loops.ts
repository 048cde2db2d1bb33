import { type Kysely, sql } from 'kysely';

/** Part of a booking in the loop of a screen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table booking add column loop jsonb`.execute(db);
}
