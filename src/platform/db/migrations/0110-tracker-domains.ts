import { type Kysely, sql } from 'kysely';

/** Domains on which trackers of creatives may be; empty: all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deployment_settings add column tracker_domains text[] not null default '{}'`.execute(db);
}
