import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import { decisionsPerRange } from '../../../platform/keys/decision-ids.ts';

/** Arbitrary number, equal in all program versions. */
const lockClass = 7_214_002;
/** Number of locks, far below the capacity of the lock table of PostgreSQL. */
const stripes = 64;
/** Lock of the events that are stored as rows. */
export const rowsStripe = stripes;

/** Returns the lock of a range. All ranges of a run, which is a delivery process, have the same. */
export function stripeOf(rangeId: number): number {
  return Math.floor(rangeId / decisionsPerRange) % stripes;
}

/**
 * Excludes other roll-ups of events of the same delivery processes until the transaction ends. Locks in ascending order,
 * so that concurrent roll-ups cannot deadlock.
 */
export async function lockStripes(transaction: Transaction<Database>, needed: ReadonlySet<number>): Promise<void> {
  if (needed.size === 0) return;
  const inOrder = [...needed].sort((one, other) => one - other);
  await sql`select pg_advisory_xact_lock(${lockClass}::integer, stripe)
    from unnest(${inOrder}::integer[]) as stripe`.execute(transaction);
}
