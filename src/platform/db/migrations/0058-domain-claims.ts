import { type Kysely, sql } from 'kysely';

/** The identity provider of each e-mail domain, and the mappings that apply to each user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table identity_provider_domain (
    domain text primary key,
    identity_provider_id bigint not null references identity_provider (id),
    confirmed_at timestamptz,
    confirmed_by text,
    activates_mappings boolean not null default false
  )`,
  `create index identity_provider_domain_provider on identity_provider_domain (identity_provider_id)`,
  // Users can continue to sign in. It is unknown whether an administrator made the claim, so earlier mappings require
  // confirmation.
  `insert into identity_provider_domain (domain, identity_provider_id, confirmed_at, confirmed_by)
    select distinct on (domain) domain, id, now(), 'system'
    from identity_provider, unnest(domains) domain
    where archived_at is null order by domain, id`,
  `update identity_provider provider set version = version + 1, domains = array(
      select domain from identity_provider_domain where identity_provider_id = provider.id order by domain)
    where archived_at is null and exists (
      select from unnest(domains) named
      where not exists (select from identity_provider_domain
        where domain = named and identity_provider_id = provider.id))`,
  `alter table user_account add column mappings_since timestamptz`,
  `alter table user_mapping add column written_at timestamptz`,
  `update user_mapping set written_at = created_at`,
  `alter table user_mapping alter column written_at set not null, alter column written_at set default clock_timestamp()`,
];
