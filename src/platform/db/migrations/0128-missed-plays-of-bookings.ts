import { type Kysely, sql } from 'kysely';

/** Planned and missed plays of each booking in the last days, which the health of bookings reads. Computed each hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table booking_missed_play (
    booking_id bigint primary key references booking (id),
    planned bigint not null,
    missed bigint not null
  )`.execute(db);
}
