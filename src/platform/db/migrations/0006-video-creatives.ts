import { type Kysely, sql } from 'kysely';

/** Data of creatives of kinds video, audio and vast; null: other kinds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table creative add column video jsonb`.execute(db);
}
