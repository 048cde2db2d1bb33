import { type Kysely, sql } from 'kysely';

/**
 * The open invitation of a user: `invitation_key` finds it, `invitation_hash` is the keyed hash of the whole token. null:
 * none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table user_account
      add invitation_key text,
      add invitation_hash text,
      add invitation_expires_at timestamptz
  `.execute(db);
  await sql`
    create unique index user_account_invitation on user_account (invitation_key) where invitation_key is not null
  `.execute(db);
}
