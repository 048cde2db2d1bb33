import { type Kysely, sql } from 'kysely';

/** What a booking has of the loop of a screen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table booking add column loop jsonb`.execute(db);
}
