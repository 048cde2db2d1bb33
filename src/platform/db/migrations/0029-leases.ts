import { type Kysely, sql } from 'kysely';

/** Leases of exclusive jobs, and hosts whose events are pending. */
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
