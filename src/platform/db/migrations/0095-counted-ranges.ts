import { type Kysely, sql } from 'kysely';

/**
 * Counted events as bitmaps per range of decisions. Events of earlier decisions keep their rows. The limit is a day
 * ahead, because hosts of the earlier version may still count during an upgrade.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table counted_range (
     range_id bigint not null,
     slot_kind text not null,
     hour_at timestamptz not null,
     local_day date not null,
     expires_at timestamptz not null,
     members bytea not null,
     primary key (range_id, slot_kind, hour_at, local_day)
   ) with (fillfactor = 70)`,
  `alter table counted_range alter column members set storage plain`,
  `create index counted_range_expires on counted_range (expires_at)`,
  `insert into setting (key, value)
   select 'counted-ranges', jsonb_build_object('sinceMs',
     floor(extract(epoch from now()) * 1000)::bigint + 86400000)
   where exists (select from counted_event)`,
];
