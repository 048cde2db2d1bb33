import { type Kysely, sql } from 'kysely';

/** What creatives of kinds video, audio and vast say; null: of another kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table creative add column video jsonb`.execute(db);
}
