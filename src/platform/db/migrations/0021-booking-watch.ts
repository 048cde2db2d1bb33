import { type Kysely, sql } from 'kysely';

/** Last observed state of each booking, for the detection of changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table booking_watch (
    booking_id bigint primary key references booking (id),
    blocking_reasons text[] not null
  )`,
  // One row. Bookings up to seen_to have been checked since everything may have changed; null: all of them.
  `create table booking_watch_state (
    only_row boolean primary key default true check (only_row),
    revision bigint not null,
    at timestamptz not null,
    seen_to bigint
  )`,
  `insert into booking_watch_state (revision, at, seen_to) select current_revision.revision, now(), 0 from current_revision`,
  `create index booking_start on booking (start_date) where archived_at is null`,
  `create index booking_end on booking (end_date) where archived_at is null`,
];
