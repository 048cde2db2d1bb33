import { type Kysely, sql } from 'kysely';

/** The floor of a position, and how many ads one answer has of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table position
    add column floor_micros bigint,
    add column floor_currency text,
    add column max_ads integer,
    add column max_per_brand integer`.execute(db);
}
