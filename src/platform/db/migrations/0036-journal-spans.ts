import { type Kysely, sql } from 'kysely';

/**
 * Time span of the events of a segment: determines the hours that cannot be recounted if it is no longer in the
 * archive.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table journal_position add column first_at timestamptz, add column last_at timestamptz`.execute(db);
}
