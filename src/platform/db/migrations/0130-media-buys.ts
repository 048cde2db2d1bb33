import { type Kysely, sql } from 'kysely';

/** Purchases of buyer agents, and the stored responses of repeated calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table buyer_agent
    add column purchase_approval text not null default 'required',
    add column test boolean not null default false`,
  `create table media_buy (
    id bigint generated always as identity primary key,
    buyer_agent_id bigint not null references buyer_agent (id),
    account_id text not null,
    campaign_id bigint not null unique references campaign (id),
    idempotency_key text not null,
    task_id text not null unique,
    needs_approval boolean not null,
    confirmed_at timestamptz,
    declined_at timestamptz,
    canceled_at timestamptz,
    canceled_by text,
    cancellation_reason text,
    revision bigint not null default 1,
    simulated jsonb,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (buyer_agent_id, idempotency_key)
  )`,
  'create index media_buy_pending on media_buy (id) where confirmed_at is null and declined_at is null',
  `create table media_buy_package (
    booking_id bigint primary key references booking (id),
    media_buy_id bigint not null references media_buy (id),
    product_package_id bigint not null references product_package (id),
    pricing_option_code text not null,
    budget_micros bigint not null,
    budget_currency text not null,
    terms jsonb not null,
    canceled_at timestamptz,
    cancellation_reason text
  )`,
  'create index media_buy_package_of_buy on media_buy_package (media_buy_id)',
  `create table agent_response (
    scoped_key text primary key,
    payload_hash text not null,
    response jsonb not null,
    expires_at timestamptz not null
  )`,
  'create index agent_response_by_expiry on agent_response (expires_at)',
];
