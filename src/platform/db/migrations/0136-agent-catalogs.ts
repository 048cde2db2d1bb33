import { type Kysely, sql } from 'kysely';

/** Product catalogs and event sources of buyer agents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const ofBuyer = `
    id bigint generated always as identity primary key,
    buyer_agent_id bigint not null references buyer_agent (id),
    account_id text not null,
    key text not null,
    name text not null,
    unique (buyer_agent_id, account_id, key)`;

const statements = [
  `create table agent_catalog (${ofBuyer}, synced_at timestamptz not null)`,
  `create table agent_catalog_item (
    catalog_id bigint not null references agent_catalog (id) on delete cascade,
    item_id text not null,
    product_id bigint not null references product (id),
    primary key (catalog_id, item_id)
  )`,
  `create table agent_event_source (${ofBuyer}, event_types text[] not null, allowed_domains text[] not null)`,
  `create table agent_event_action (
    source_id bigint not null references agent_event_source (id) on delete cascade,
    event_type text not null,
    conversion_action_id bigint not null references conversion_action (id),
    primary key (source_id, event_type)
  )`,
];
