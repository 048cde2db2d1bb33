import { type Kysely, sql } from 'kysely';

/**
 * Objects changed by each revision, so that only they are read and published; null: unknown, everything may have
 * changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table revision add column touched jsonb`.execute(db);
}
