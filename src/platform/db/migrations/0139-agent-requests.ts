import { type Kysely, sql } from 'kysely';

/** Briefs of buyer agents with the proposals that answered them, and the proposal of each purchase. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table agent_request (
    id bigint generated always as identity primary key,
    buyer_agent_id bigint not null references buyer_agent (id),
    brief text,
    refinements text[] not null,
    product_package_ids bigint[] not null,
    proposals jsonb not null,
    requested_at timestamptz not null default now()
  )`,
  'create index agent_request_of_agent on agent_request (buyer_agent_id, id)',
  'create index agent_request_by_time on agent_request (requested_at)',
  'alter table media_buy add column proposal_id text, add column brief text',
  'create index media_buy_of_proposal on media_buy (proposal_id) where proposal_id is not null',
];
