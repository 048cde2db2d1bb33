import { type Kysely, sql } from 'kysely';

/** The price at which a booking was approved, while another one that nobody approved stands in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table booking add column agreed_pricing jsonb`.execute(db);
}
