import { type Kysely, sql } from 'kysely';

/** Play chains of screens, and findings where two records do not match. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // The known records are one value, from which gaps follow.
  `create table play_chain (
    id bigint generated always as identity primary key,
    device_id text not null,
    chain_key text not null,
    position_id bigint not null,
    first_told_at timestamptz not null,
    last_told_at timestamptz not null,
    known int8multirange not null default '{}',
    unique (device_id, chain_key)
  )`,
  `create index play_chain_position on play_chain (position_id)`,
  `create table play_link (
    chain_id bigint not null references play_chain (id) on delete cascade,
    sequence bigint not null,
    previous text not null,
    hash text not null,
    told_at timestamptz not null,
    primary key (chain_id, sequence)
  )`,
  // Rows are stored in the order of this time, so a small index finds old ones.
  `create index play_link_told on play_link using brin (told_at)`,
  `create table play_finding (
    chain_id bigint not null references play_chain (id) on delete cascade,
    sequence bigint not null,
    kind text not null check (kind in ('altered', 'reordered', 'edited')),
    found_at timestamptz not null default now(),
    primary key (chain_id, sequence, kind)
  )`,
];
