import { type Kysely, sql } from 'kysely';

/** Time of a counted event; null: counted before this column existed, its time stays unchanged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table counted_event add column happened_at timestamptz`.execute(db);
}
