import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

const lockName = 'orders of erased shoppers';

/**
 * Blocks the deletion of erased shoppers until this transaction ends. An erasure that is not visible yet is processed
 * afterwards and covers the data written here. Acquire it at read committed before reading the erased shoppers.
 */
export async function holdErasures(transaction: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName}, 0))`.execute(transaction);
}

/** Waits for all transactions that hold erasures. Later ones wait for this transaction. */
export async function lockErasures(transaction: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction);
}
