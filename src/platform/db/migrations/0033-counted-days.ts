import { type Kysely, sql } from 'kysely';

/**
 * The local day under which an event was counted, because the time zone of its publication may change before it moves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table counted_event add column local_day date`.execute(db);
}
