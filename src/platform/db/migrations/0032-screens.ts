import { type Kysely, sql } from 'kysely';

/** Location, opening hours and loop of a screen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table location add column screen jsonb`.execute(db);
}
