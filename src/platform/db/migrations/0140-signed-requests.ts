import { type Kysely, sql } from 'kysely';

/** Keys of buyer agents, and the nonces of their signed calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table buyer_agent
    add column jwks_url text,
    add column require_signed_requests boolean not null default false,
    add column revoked_key_ids text[] not null default '{}'`,
  // The columns are those of the library. keyid: the buyer agent and its key.
  `create table agent_nonce (
    keyid text not null,
    scope text not null,
    nonce text not null,
    expires_at timestamptz not null,
    primary key (keyid, scope, nonce)
  )`,
  'create index agent_nonce_by_expiry on agent_nonce (expires_at)',
];
