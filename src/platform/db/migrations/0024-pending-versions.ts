import { type Kysely, sql } from 'kysely';

/** A new version of an approved creative is stored next to it until it is reviewed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table creative add column pending_version jsonb, add column rejection_reason text
  `.execute(db);
  await sql`create index creative_pending_version on creative (id) where pending_version is not null`.execute(db);
}
