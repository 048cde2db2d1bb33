import { type Kysely, sql } from 'kysely';

/** Bid floor of a position, and its limit of ads per response. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table position
    add column floor_micros bigint,
    add column floor_currency text,
    add column max_ads integer,
    add column max_per_brand integer`.execute(db);
}
