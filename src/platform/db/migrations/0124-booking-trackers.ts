import { type Kysely, sql } from 'kysely';

/** Trackers of third parties for all creatives of a booking. Templates are complete bodies of bookings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table booking add column trackers jsonb`.execute(db);
  await sql`update booking_template set settings = settings || '{"trackers": {}}'`.execute(db);
}
