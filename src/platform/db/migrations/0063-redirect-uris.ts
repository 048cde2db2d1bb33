import { type Kysely, sql } from 'kysely';

/** Identity providers registered with the redirect URI that all providers shared before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table identity_provider add column shared_redirect boolean not null default false`.execute(db);
  await sql`update identity_provider set shared_redirect = true`.execute(db);
}
