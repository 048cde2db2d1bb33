import { type Kysely, sql } from 'kysely';

/** End and note of the hold of a booking or campaign. A hold without an end lasts until it is confirmed or released. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['booking', 'campaign']) {
    await sql`
      alter table ${sql.table(table)} add column held_until timestamptz, add column hold_note text,
        add constraint ${sql.ref(`${table}_hold_terms`)} check (held or (held_until is null and hold_note is null))
    `.execute(db);
  }
}
