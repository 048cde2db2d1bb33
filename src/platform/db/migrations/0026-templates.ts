import { type Kysely, sql } from 'kysely';

/** Templates of formats, and field values of creatives of kinds native and advar; null: other kinds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table format add column template_fields jsonb not null default '[]'::jsonb, add column template_html text
  `.execute(db);
  await sql`alter table creative add column fields jsonb`.execute(db);
  await sql`
    update creative set pending_version = pending_version || '{"fields": null}'::jsonb where pending_version is not null
  `.execute(db);
}
