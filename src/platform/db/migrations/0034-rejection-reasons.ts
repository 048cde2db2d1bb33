import { type Kysely, sql } from 'kysely';

/** Reason for the rejection of a booking, as for creatives. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table booking add column rejection_reason text`.execute(db);
}
