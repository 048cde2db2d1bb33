import { type Kysely, sql } from 'kysely';

/** When the events of a segment happened: which hours cannot be recounted when it is not in the archive any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table journal_position add column first_at timestamptz, add column last_at timestamptz`.execute(db);
}
