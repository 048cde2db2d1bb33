import { type Kysely, sql } from 'kysely';

/** Trackers of third parties for creatives other than video, audio and vast. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table creative add column trackers jsonb`.execute(db);
}
