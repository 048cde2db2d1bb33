import { type Kysely, sql } from 'kysely';

/** Whether the critical bookings were recorded once, so that an upgrade does not notify of bookings that were critical before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table booking_watch_state add critical_recorded boolean not null default false`,
  `update booking_watch_state set critical_recorded = true where exists (select 1 from booking_watch where critical)`,
];
