import { type Kysely, sql } from 'kysely';

/** Keys under which frequency caps count a viewer to erase, until every process has removed the counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table erasure add column viewer_keys jsonb`.execute(db);
}
