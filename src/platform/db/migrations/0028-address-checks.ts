import { type Kysely, sql } from 'kysely';

/** What came of fetching the addresses of third parties that a creative names, and of which version of its row that is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table creative add column address_checks jsonb, add column addresses_checked_of bigint`.execute(db);
  await sql`
    create index creative_addresses_unchecked on creative (id)
    where kind in ('html', 'vast') and archived_at is null and addresses_checked_of is distinct from version
  `.execute(db);
}
