import { type Kysely, sql } from 'kysely';

/** Accounts that buyer agents request, and the state of the test controller. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table buyer_account_request (
    id bigint generated always as identity primary key,
    buyer_agent_id bigint not null references buyer_agent (id),
    brand_domain text not null,
    operator text not null,
    requested_at timestamptz not null default now(),
    unique (buyer_agent_id, brand_domain, operator)
  )`,
  `create table test_fixture (
    buyer_agent_id bigint not null references buyer_agent (id),
    kind text not null,
    fixture_id text not null,
    content jsonb not null,
    primary key (buyer_agent_id, kind, fixture_id)
  )`,
  `alter table media_buy
    add column alias text,
    add column forced_status text,
    add unique (buyer_agent_id, alias)`,
  `alter table media_buy_package add column product_alias text`,
];
