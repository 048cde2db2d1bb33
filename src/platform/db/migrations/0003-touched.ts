import { type Kysely, sql } from 'kysely';

/** What each revision touched, so that only that is read and published; null: unknown, everything may have changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table revision add column touched jsonb`.execute(db);
}
