import { type Kysely, sql } from 'kysely';

/** Sums of the events that have a name: those of videos and custom ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Beside delivery_hour, which has the billable ones.
  `create table event_hour (
    hour_at timestamptz not null,
    local_day date not null,
    booking_id bigint not null,
    creative_id bigint not null,
    position_id bigint not null,
    event text not null,
    events bigint not null default 0,
    primary key (hour_at, local_day, booking_id, creative_id, position_id, event)
  )`,
  `create index event_hour_booking on event_hour (booking_id, local_day)`,
  // The custom names that are kept for a booking: who calls tracking addresses may send any.
  `create table custom_event (booking_id bigint not null, event text not null, primary key (booking_id, event))`,
];
