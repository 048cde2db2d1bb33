import { type Kysely, sql } from 'kysely';

/** The name, currency and time zone of the account, and whether an administrator has confirmed them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deployment_settings
      add account_name text,
      add currency text not null default 'EUR',
      add time_zone text,
      add setup_completed boolean not null default false
  `.execute(db);
}
