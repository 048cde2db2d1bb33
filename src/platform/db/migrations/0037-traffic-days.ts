import { type Kysely, sql } from 'kysely';

/** What came to each position by the hour, which forecasts are made from and tested on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table traffic_day (
    position_id bigint not null,
    day integer not null,
    hours double precision[] not null,
    primary key (position_id, day)
  )`.execute(db);
  await sql`create index traffic_day_day on traffic_day (day)`.execute(db);
}
