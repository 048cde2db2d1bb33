import { type Kysely, sql } from 'kysely';

/** The booking whose shortfall a booking delivers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table booking add column makegood_of_id bigint references booking (id)`.execute(db);
  await sql`
    create index booking_makegood_of on booking (makegood_of_id) where makegood_of_id is not null`.execute(db);
}
