import { type Kysely, sql } from 'kysely';

/** Audiences of buyer agents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table agent_audience (
    id bigint generated always as identity primary key,
    buyer_agent_id bigint not null references buyer_agent (id),
    account_id text not null,
    key text not null,
    name text not null,
    audience_type text,
    consent_basis text,
    tags text[] not null,
    uploaded bigint not null,
    synced_at timestamptz not null,
    unique (buyer_agent_id, account_id, key)
  )`,
  `create table agent_audience_member (
    audience_id bigint not null references agent_audience (id) on delete cascade,
    low bigint not null,
    high bigint not null,
    primary key (audience_id, low, high)
  )`,
  'create index agent_audience_member_by_key on agent_audience_member (high, low)',
];
