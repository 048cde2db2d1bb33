import { type Kysely, sql } from 'kysely';

/** Filtered events are also summed by creative and position, like counted events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // 0: unknown, for events summed before.
  `alter table filtered_hour
    add column creative_id bigint not null default 0,
    add column position_id bigint not null default 0,
    drop constraint filtered_hour_pkey,
    add primary key (hour_at, local_day, booking_id, creative_id, position_id, kind, reason)`,
  `create index filtered_hour_booking on filtered_hour (booking_id, local_day)`,
];
