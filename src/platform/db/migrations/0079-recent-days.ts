import { type Kysely, sql } from 'kysely';

/** For the counts of today over all bookings, which the home page follows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index booking_day_local_day on booking_day (local_day)`.execute(db);
}
