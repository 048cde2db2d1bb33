import { type Kysely, sql } from 'kysely';

/** Bookings of sponsored products name product pages; those of before name none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update booking set sponsored = sponsored || '{"productPages": []}' where sponsored is not null`.execute(db);
}
