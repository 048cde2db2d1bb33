import { type Kysely, sql } from 'kysely';

/** Finished A2A tasks of buyer agents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table agent_call (
    buyer_agent_id bigint not null references buyer_agent (id),
    id text not null,
    task text not null,
    created_at timestamptz not null,
    primary key (buyer_agent_id, id)
  )`.execute(db);
  await sql`create index agent_call_newest on agent_call (buyer_agent_id, created_at desc)`.execute(db);
}
