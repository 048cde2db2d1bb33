import { type Kysely, sql } from 'kysely';

/** The language of each user, and the default language of the account. null: according to the browser. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table user_account add language text`.execute(db);
  await sql`alter table deployment_settings add default_language text not null default 'en'`.execute(db);
}
