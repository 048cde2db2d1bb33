import { type Kysely, sql } from 'kysely';

/** Delivery of each booking per local day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // The sums of delivery_hour by booking and day, updated in the same transaction. Lists of bookings show them for
  // today.
  `create table booking_day (
    booking_id bigint not null,
    local_day date not null,
    impressions bigint not null default 0,
    viewables bigint not null default 0,
    clicks bigint not null default 0,
    primary key (booking_id, local_day)
  )`,
  `insert into booking_day (booking_id, local_day, impressions, viewables, clicks)
    select delivery_hour.booking_id, delivery_hour.local_day,
      sum(delivery_hour.impressions), sum(delivery_hour.viewables), sum(delivery_hour.clicks)
    from delivery_hour group by delivery_hour.booking_id, delivery_hour.local_day`,
];
