import { type Kysely, sql } from 'kysely';

/** Requests of each position by hour, for forecasts and their back-tests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table traffic_day (
    position_id bigint not null,
    day integer not null,
    hours double precision[] not null,
    primary key (position_id, day)
  )`.execute(db);
  await sql`create index traffic_day_day on traffic_day (day)`.execute(db);
}
