import { type Kysely, sql } from 'kysely';

/** Who does what only one worker may do at a time, and the hosts whose events are still to come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lease (
      name text primary key,
      holder text not null,
      term bigint not null,
      ends_at timestamptz not null
    )
  `.execute(db);
  await sql`
    create table journal_host (
      host text primary key,
      complete_at timestamptz not null,
      seen_at timestamptz not null
    )
  `.execute(db);
}
