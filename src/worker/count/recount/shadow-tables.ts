import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';

/** What the roll-up writes, empty at first. */
const counted = [
  'counted_event',
  'delivery_hour',
  'event_hour',
  'filtered_hour',
  'booking_day',
  'booking_total',
  'touch',
];
const prefix = 'recounted_';

/** What the recounted table is called when the real one has its name back. */
export function recounted(table: string): string {
  return `${prefix}${table}`;
}

/**
 * Lays empty tables over those that the roll-up writes, for this connection alone: PostgreSQL looks for a name among a
 * connection's temporary tables first, so the code that counts counts into them.
 */
export async function layShadows(connection: Kysely<Database>): Promise<void> {
  for (const name of counted) {
    await sql`create temporary table ${sql.table(name)} (like ${sql.table(name)} including all)`.execute(connection);
  }
  // When something was forgotten says nothing here, where all is read again.
  await sql`create temporary table setting (like setting including all)`.execute(connection);
  // Which custom names are kept follows the order in which they came, and has been decided.
  await sql`create temporary table custom_event as select * from custom_event`.execute(connection);
  // No order is attributed anew by what is counted again; they are compared at the end.
  await sql`create temporary table conversion (like conversion including all)`.execute(connection);
  await sql`create temporary table missing_span (first_at timestamptz, last_at timestamptz)`.execute(connection);
  await sql`create temporary table unsure_hour (
    hour_at timestamptz, booking_id bigint, creative_id bigint, position_id bigint,
    primary key (hour_at, booking_id, creative_id, position_id))`.execute(connection);
}

/** Lifts them: each is `recounted_...` from now on, and its name stands for the real one again. */
export async function liftShadows(transaction: Transaction<Database>): Promise<void> {
  for (const name of counted) {
    await sql`alter table pg_temp.${sql.table(name)} rename to ${sql.id(recounted(name))}`.execute(transaction);
    await sql`analyze ${sql.table(recounted(name))}`.execute(transaction);
  }
  for (const name of ['setting', 'custom_event', 'conversion']) {
    await sql`drop table pg_temp.${sql.table(name)}`.execute(transaction);
  }
}
