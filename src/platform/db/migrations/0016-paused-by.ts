import { type Kysely, sql } from 'kysely';

/**
 * Party that paused an object: only ad operations can resume what they paused. The author of existing pauses is
 * unknown. They count as pauses by ad operations, so that none ends without their action.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = ['campaign', 'booking'].flatMap((table) => [
  `alter table ${table} add column paused_by text check (paused_by in ('operations', 'others'))`,
  `update ${table} set paused_by = 'operations' where paused`,
]);
