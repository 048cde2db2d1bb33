import { type Kysely, sql } from 'kysely';

/** When the key of an erased shopper was removed from files of open data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table erased_shopper add open_data_cleared_at timestamptz`.execute(db);
}
