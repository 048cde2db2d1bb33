import { type Kysely, sql } from 'kysely';

/** IDs under which buyer agents know their creatives. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table agent_creative (
    buyer_agent_id bigint not null references buyer_agent (id),
    account_id text not null,
    key text not null,
    creative_id bigint not null references creative (id),
    content_hash text not null,
    tags text[] not null,
    primary key (buyer_agent_id, account_id, key)
  )`.execute(db);
  await sql`create unique index agent_creative_of on agent_creative (creative_id)`.execute(db);
}
