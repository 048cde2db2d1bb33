import { type Kysely, sql } from 'kysely';

/** The attribution windows are a setting. Each order stores those in force when it was reported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deployment_settings
    add column attribution_click_days bigint not null default 14,
    add column attribution_view_days bigint not null default 1`.execute(db);
}
