import { type Kysely, sql } from 'kysely';

/**
 * Formats without a choice are in the head-up lists of screens. Before, false was the default, so a stored false is not
 * a choice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table format alter column in_headsup drop default, alter column in_headsup drop not null`.execute(db);
  await sql`update format set in_headsup = null where not in_headsup`.execute(db);
}
