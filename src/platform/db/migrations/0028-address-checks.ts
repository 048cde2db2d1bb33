import { type Kysely, sql } from 'kysely';

/** Result of fetching the third-party URLs of a creative, and the checked version of its row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table creative add column address_checks jsonb, add column addresses_checked_of bigint`.execute(db);
  await sql`
    create index creative_addresses_unchecked on creative (id)
    where kind in ('html', 'vast') and archived_at is null and addresses_checked_of is distinct from version
  `.execute(db);
}
