import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';

/** Arbitrary number, equal in all program versions. */
const lockClass = 7_214_004;
/** A prime, so that consecutive ranges of a run and equal ranges of different runs have different locks. */
const stripes = 4_093;
/** Lock of the events that are stored as rows. */
const rowsStripe = stripes;
/** Lock of everything: shared by transactions that lock stripes, exclusive for those that would lock too many. */
const allStripes = stripes + 1;
/** Below the capacity of the lock table of PostgreSQL (6,400 by default), with several workers. */
const maxStripes = 512;

/** Ranges of decisions, and whether events are stored as rows, which a transaction reads and writes. */
export type NeededLocks = { readonly rangeIds: Iterable<number>; readonly rows: boolean };

/**
 * Excludes other roll-ups of the same ranges until the transaction ends. Roll-ups of different segments usually have
 * different ranges, because a range is a few seconds of a busy delivery process. Locks in ascending order, so that
 * concurrent roll-ups cannot deadlock.
 */
export async function lockRanges(transaction: Transaction<Database>, { rangeIds, rows }: NeededLocks): Promise<void> {
  const needed = new Set<number>();
  for (const rangeId of rangeIds) needed.add(rangeId % stripes);
  if (rows) needed.add(rowsStripe);
  if (needed.size === 0) return;
  const isAll = needed.size > maxStripes;
  const lockAll = isAll ? sql.raw('pg_advisory_xact_lock') : sql.raw('pg_advisory_xact_lock_shared');
  await sql`select ${lockAll}(${lockClass}::integer, ${allStripes}::integer)`.execute(transaction);
  if (isAll) return;
  const inOrder = [...needed].sort((one, other) => one - other);
  await sql`select pg_advisory_xact_lock(${lockClass}::integer, stripe)
    from unnest(${inOrder}::integer[]) as stripe`.execute(transaction);
}
