import { type Kysely, sql } from 'kysely';

/** Counters of video starts and completed views, which prices and goals use, with the counts of the past. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const addColumns = (table: string) =>
  `alter table ${table} add column starts bigint not null default 0, add column completes bigint not null default 0`;

const counted = `coalesce(sum(events) filter (where event = 'start'), 0) as starts,
  coalesce(sum(events) filter (where event = 'complete'), 0) as completes`;

/** Adds the counts of `event_hour` to the rows of a table with the given key. */
function fill(table: string, key: string): string {
  return `insert into ${table} (${key}, impressions, viewables, clicks, starts, completes)
    select ${key}, 0, 0, 0, ${counted} from event_hour where event in ('start', 'complete') group by ${key}
    on conflict (${key}) do update set starts = excluded.starts, completes = excluded.completes`;
}

const statements = [
  addColumns('delivery_hour'),
  addColumns('booking_day'),
  addColumns('booking_total'),
  fill('delivery_hour', 'hour_at, local_day, booking_id, creative_id, position_id'),
  fill('booking_day', 'booking_id, local_day'),
  fill('booking_total', 'booking_id'),
];
