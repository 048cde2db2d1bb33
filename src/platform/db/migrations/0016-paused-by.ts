import { type Kysely, sql } from 'kysely';

/**
 * Whose pause it is: what ad operations paused is resumed by them alone. Nothing says who made the pauses that are there
 * already; they count as those of ad operations, so that none ends without them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = ['campaign', 'booking'].flatMap((table) => [
  `alter table ${table} add column paused_by text check (paused_by in ('operations', 'others'))`,
  `update ${table} set paused_by = 'operations' where paused`,
]);
