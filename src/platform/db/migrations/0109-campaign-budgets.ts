import { type Kysely, sql } from 'kysely';

/** Hard caps of the spend of campaigns. Those of bookings are part of `booking.delivery`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table campaign add column budget_micros bigint, add column budget_currency text`.execute(db);
}
