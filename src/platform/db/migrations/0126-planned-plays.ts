import { type Kysely, sql } from 'kysely';

/** Planned plays of loops, by screen position, local day and booking, to compare them with counted plays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table planned_play (
    position_id bigint not null references position (id),
    local_day date not null,
    booking_id bigint not null references booking (id),
    plays bigint not null check (plays > 0),
    primary key (position_id, local_day, booking_id)
  )`,
  `create index planned_play_booking on planned_play (booking_id, local_day)`,
  `create index planned_play_day on planned_play (local_day)`,
  // The time until which the plays of a position are recorded.
  `create table planned_screen (
    position_id bigint primary key references position (id),
    recorded_until timestamptz not null
  )`,
];
