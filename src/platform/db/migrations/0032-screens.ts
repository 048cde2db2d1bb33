import { type Kysely, sql } from 'kysely';

/** Where a screen hangs, when it is seen, and how its loop goes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table location add column screen jsonb`.execute(db);
}
