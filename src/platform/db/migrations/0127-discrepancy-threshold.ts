import { type Kysely, sql } from 'kysely';

/** Difference between counts of third parties and own counts above which it is marked, in percent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deployment_settings add column discrepancy_threshold_percent smallint not null default 10
    check (discrepancy_threshold_percent between 0 and 100)`.execute(db);
}
