import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';

/** Tables that the roll-up writes. Initially empty. */
const counted = [
  'counted_range',
  'counted_event',
  'delivery_hour',
  'event_hour',
  'filtered_hour',
  'booking_day',
  'booking_total',
  'touch',
];
const prefix = 'recounted_';

/** Returns the name of a recounted table after the real table has its name again. */
export function recounted(table: string): string {
  return `${prefix}${table}`;
}

/**
 * Creates empty temporary tables that shadow those of the roll-up on this connection. PostgreSQL resolves names to
 * temporary tables first, so the same code counts into them.
 */
export async function createShadowTables(connection: Kysely<Database>): Promise<void> {
  for (const name of counted) {
    await sql`create temporary table ${sql.table(name)} (like ${sql.table(name)} including all)`.execute(connection);
  }
  // The limit of deleted IDs does not apply, because all segments are read again. Events from before ranges have rows.
  await sql`create temporary table setting as
    select * from setting where setting.key = 'counted-ranges'`.execute(connection);
  // The stored custom names depend on the order of arrival and are already decided.
  await sql`create temporary table custom_event as select * from custom_event`.execute(connection);
  // Counting again does not change attribution. Attributed lines are compared at the end.
  await sql`create temporary table conversion (like conversion including all)`.execute(connection);
  await sql`create temporary table missing_span (first_at timestamptz, last_at timestamptz)`.execute(connection);
  await sql`create temporary table unsure_hour (
    hour_at timestamptz, booking_id bigint, creative_id bigint, position_id bigint,
    primary key (hour_at, booking_id, creative_id, position_id))`.execute(connection);
}

/** Renames the shadow tables to `recounted_...`, so that their names refer to the real tables again. */
export async function dropShadowTables(transaction: Transaction<Database>): Promise<void> {
  for (const name of counted) {
    await sql`alter table pg_temp.${sql.table(name)} rename to ${sql.id(recounted(name))}`.execute(transaction);
    await sql`analyze ${sql.table(recounted(name))}`.execute(transaction);
  }
  for (const name of ['setting', 'custom_event', 'conversion']) {
    await sql`drop table pg_temp.${sql.table(name)}`.execute(transaction);
  }
}
