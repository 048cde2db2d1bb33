import { type Kysely, sql } from 'kysely';

/**
 * Archived objects keep their slot name or code, which others can then use. Two active objects never share one. Also
 * stores the sender of a custom event name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  ...[
    ['position', 'slot_name'],
    ['format', 'code'],
  ].flatMap(([table, column]) => [
    `alter table ${table} drop constraint ${table}_${column}_key`,
    `create unique index ${table}_${column}_live on ${table} (${column}) where archived_at is null`,
    `create index ${table}_${column}_any on ${table} (${column})`,
  ]),
  `alter table custom_event add column sender integer`,
];
