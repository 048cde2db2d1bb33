import { type Kysely, sql } from 'kysely';

/** Companies and brands of users, and the additional scopes of accounts that had all earlier ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table user_mapping (
    id bigint generated always as identity primary key,
    user_name text not null,
    advertiser_company_id bigint not null references media_partner (id),
    brand_id bigint not null references brand (id),
    invoice_company_id bigint references media_partner (id),
    created_at timestamptz not null default now()
  )`,
  `create unique index user_mapping_once on user_mapping
    (lower(user_name), advertiser_company_id, brand_id, coalesce(invoice_company_id, 0))`,
  `create index user_mapping_brand on user_mapping (brand_id)`,
  `update service_account
    set scopes = scopes || array['decisions:read', 'user-mapping:read', 'user-mapping:write', 'users:read', 'users:write']
    where scopes @> array['service-accounts:write', 'bookings:approve', 'creatives:approve', 'inventory:write']
      and not scopes @> array['users:write']`,
];
