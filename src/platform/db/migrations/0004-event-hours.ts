import { type Kysely, sql } from 'kysely';

/** Sums of named events: video events and custom events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Next to delivery_hour, which contains billable events.
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
  // Stored custom names of a booking. Callers of tracking URLs can send any name.
  `create table custom_event (booking_id bigint not null, event text not null, primary key (booking_id, event))`,
];
