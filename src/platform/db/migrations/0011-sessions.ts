import { type Kysely, sql } from 'kysely';

/** Sessions of signed-in users, and sign-in attempts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table user_session (
    token_hash text primary key,
    user_id bigint not null references user_account (id),
    created_at timestamptz not null,
    last_seen_at timestamptz not null
  )`,
  `create index user_session_user on user_session (user_id)`,
  `create index user_session_created on user_session (created_at)`,
  `create table sign_in_attempt (
    key text primary key,
    attempts integer not null,
    ends_at timestamptz not null
  )`,
  `create index sign_in_attempt_ends on sign_in_attempt (ends_at)`,
];
