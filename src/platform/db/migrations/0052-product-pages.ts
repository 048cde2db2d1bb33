import { type Kysely, sql } from 'kysely';

/** Sponsored products bookings can name product pages. Existing ones name none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update booking set sponsored = sponsored || '{"productPages": []}' where sponsored is not null`.execute(db);
}
