import { type Kysely, sql } from 'kysely';

/** When a counted event happened: null for those that were counted before this was kept, which stay where they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table counted_event add column happened_at timestamptz`.execute(db);
}
