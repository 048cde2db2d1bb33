import { type Kysely, sql } from 'kysely';

/** The price at which a booking was approved, while a different one in the booking is not approved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table booking add column agreed_pricing jsonb`.execute(db);
}
