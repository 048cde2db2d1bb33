import { type Kysely, sql } from 'kysely';

/** Why a reviewer refused a booking, as creatives have it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table booking add column rejection_reason text`.execute(db);
}
