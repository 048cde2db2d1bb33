import { type Kysely, sql } from 'kysely';

/** Identity of the seller in adagents.json, ads.txt and sellers.json, and the checks of these files on publishers' domains. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deployment_settings
    add column seller_domain text,
    add column seller_contact_email text,
    add column seller_contact_address text`.execute(db);
  await sql`alter table publisher
    add column domain text,
    add column seller_type text not null default 'publisher'
      check (seller_type in ('publisher', 'intermediary', 'both'))`.execute(db);
  await sql`create table authorization_check (
    publication_id bigint not null references publication (id),
    domain text not null,
    files jsonb not null,
    selection jsonb,
    checked_at timestamptz not null,
    primary key (publication_id, domain)
  )`.execute(db);
}
