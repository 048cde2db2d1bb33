import { type Kysely, sql } from 'kysely';

/** Configuration as code: keys of objects in documents, and applied documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // raw_file: SHA-256 of the original file from which the creative was made; null: not made from a configuration.
  `create table configuration_key (
    section text not null,
    object_id bigint not null,
    key text not null,
    raw_file text,
    raw_assets text,
    primary key (section, object_id),
    unique (section, key)
  )`,
  `create table configuration_apply (
    id bigint generated always as identity primary key,
    at timestamptz not null default clock_timestamp(),
    actor text not null,
    revision bigint,
    note text,
    created int not null,
    updated int not null,
    restored int not null,
    archived int not null,
    changes jsonb not null,
    undone_by bigint references configuration_apply (id)
  )`,
  // Accounts that may change everything may also change it by a document.
  `update service_account set scopes = scopes || array['configuration:read', 'configuration:write']
    where scopes @> array['users:write', 'settings:write', 'audit:read', 'bookings:approve', 'inventory:write']
      and not scopes @> array['configuration:write']`,
];
