import { type Kysely, sql } from 'kysely';

/** For how many days an ad may have led to an order is a setting; each order keeps what held when it was told of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deployment_settings
    add column attribution_click_days bigint not null default 14,
    add column attribution_view_days bigint not null default 1`.execute(db);
}
