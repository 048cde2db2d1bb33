import { type Kysely, sql } from 'kysely';

/** Files of the store without references, and the time since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table unused_file (
      area text not null,
      under text not null,
      since timestamptz not null,
      primary key (area, under)
    )
  `.execute(db);
}
