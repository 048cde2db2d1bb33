import { type Kysely, sql } from 'kysely';

/** By which keys frequency caps count who is to be erased, until every process has forgotten them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table erasure add column viewer_keys jsonb`.execute(db);
}
