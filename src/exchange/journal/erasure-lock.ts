import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

const lockName = 'orders of erased shoppers';

/**
 * Until this transaction ends, no worker forgets erased shoppers: whose erasure is not to be seen yet is forgotten afterwards, with
 * what is written here. Taken before it is read who is erased, at read committed.
 */
export async function holdErasures(transaction: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName}, 0))`.execute(transaction);
}

/** Waits until every transaction has ended that holds erasures; those that come then wait for this one. */
export async function lockErasures(transaction: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction);
}
