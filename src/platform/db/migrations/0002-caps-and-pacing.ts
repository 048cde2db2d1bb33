import { type Kysely, sql } from 'kysely';

/** Frequency caps of bookings, total delivery of each booking, and learned traffic of positions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table booking add column caps jsonb not null default '[]'`,

  // The sums of delivery_hour by booking, updated in the same transaction. Read every second by pacing.
  `create table booking_total (
    booking_id bigint primary key,
    impressions bigint not null default 0,
    viewables bigint not null default 0,
    clicks bigint not null default 0
  )`,
  `insert into booking_total (booking_id, impressions, viewables, clicks)
    select delivery_hour.booking_id, sum(delivery_hour.impressions), sum(delivery_hour.viewables), sum(delivery_hour.clicks)
    from delivery_hour group by delivery_hour.booking_id`,

  // The usual week of a position: requests of each of 168 hours (UTC, from Thursday 00:00; null: no data), the current
  // level, and the current hour, in hours since the epoch, with its observed part.
  `create table traffic_curve (
    position_id bigint primary key,
    hours double precision[] not null,
    level double precision not null,
    hour bigint not null,
    requests bigint not null,
    observed_ms bigint not null,
    updated_at timestamptz not null default now()
  )`,
];
