import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

const maxTries = 5;
/** SQLSTATE of a transaction that PostgreSQL ended to resolve a deadlock. */
const deadlockDetected = '40P01';

/** Runs a transaction, and runs it again if PostgreSQL ended it to resolve a deadlock with another one. */
export async function retryDeadlocks<Result>(
  database: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction().execute(work);
    } catch (error) {
      if ((error as { readonly code?: string }).code !== deadlockDetected || tries === maxTries) throw error;
    }
  }
}
