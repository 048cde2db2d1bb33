import { type Kysely, sql } from 'kysely';

/** Last contact of screens, and their reported state. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table screen_device (
    position_id bigint not null,
    device_id text not null,
    last_seen_at timestamptz not null,
    clock_ahead_ms bigint,
    missing_files text[],
    primary key (position_id, device_id)
  )`.execute(db);
}
