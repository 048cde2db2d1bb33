import { type Kysely, sql } from 'kysely';

/** Assistants of people: OAuth clients that registered themselves, their connections, and codes and refresh tokens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table assistant_client (
    client_id text primary key,
    name text not null,
    redirect_uris text[] not null,
    can_refresh boolean not null,
    network_hash text not null,
    created_at timestamptz not null default now()
  )`,
  'create index assistant_client_by_time on assistant_client (created_at)',
  `create table assistant_connection (
    id bigint generated always as identity primary key,
    grant_key text not null unique,
    user_id bigint not null references user_account (id),
    client_id text not null references assistant_client (client_id),
    rights text[] not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    last_used_at timestamptz,
    revoked_at timestamptz
  )`,
  'create index assistant_connection_of_user on assistant_connection (user_id)',
  'create index assistant_connection_of_client on assistant_connection (client_id)',
  `create table oauth_artifact (
    key text primary key,
    grant_key text,
    payload jsonb not null,
    consumed_at timestamptz,
    expires_at timestamptz not null
  )`,
  'create index oauth_artifact_of_grant on oauth_artifact (grant_key)',
  'create index oauth_artifact_by_expiry on oauth_artifact (expires_at)',
];
