import { type Kysely, sql } from 'kysely';

/**
 * Party that cancelled or archived an object, as for pauses (0016). All submitters of a pending review instead of the
 * last one. Settings of the deployment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  ...['campaign', 'booking'].flatMap((table) => [
    `alter table ${table}
      add column cancelled_by text check (cancelled_by in ('operations', 'others')),
      add column archived_by text check (archived_by in ('operations', 'others'))`,
    // The author is unknown. Treated as ad operations, so that nothing is reactivated without their action.
    `update ${table} set archived_by = 'operations' where archived_at is not null`,
  ]),
  `update campaign set cancelled_by = 'operations' where cancelled`,
  `update booking set cancelled_by = 'operations' where lifecycle = 'cancelled'`,
  ...['booking', 'creative'].map(
    (table) => `alter table ${table}
      alter column submitted_by type text[]
        using case when submitted_by is null then '{}'::text[] else array[submitted_by] end,
      alter column submitted_by set default '{}',
      alter column submitted_by set not null`,
  ),
  `create table deployment_settings (
    id bigint primary key default 1 check (id = 1),
    external_id text,
    name text not null default 'settings',
    version bigint not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    archived_at timestamptz check (archived_at is null),
    four_eyes boolean not null default false,
    auto_approved_media_partner_ids bigint[] not null default '{}',
    extra_categories text[] not null default '{}'
  )`,
  `insert into deployment_settings default values`,
  `update service_account set scopes = scopes || array['settings:read', 'settings:write']
    where scopes @> array['service-accounts:write', 'users:write', 'bookings:approve', 'inventory:write']
      and not scopes @> array['settings:write']`,
];
