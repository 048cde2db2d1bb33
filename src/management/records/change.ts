import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';
import type { Caller } from '../access/caller.ts';
import { isLostToAnother } from './errors-of-engines.ts';
import type { RecordServices } from './record-services.ts';
import type { ChangeRecord, ResourceTable, Row, WriteContext } from './resource.ts';

/** Caller on whose behalf records are read and changed. */
export type RecordCall = {
  readonly services: RecordServices;
  readonly caller: Caller;
  /** Recorded in every audit entry. */
  readonly requestId: string;
};

/** Change inside a transaction. */
export type TransactionChange = RecordCall & {
  readonly transaction: Transaction<Database>;
  /** For a transaction with several changes: collects them for `recordChanges` at the end. */
  readonly later?: ChangeRecord[];
};

/** Attempts of a transaction after serialization conflicts. A failed attempt has no effect. */
const maxAttempts = 4;
/**
 * Upper limit of the random pause in milliseconds, multiplied by the attempt. Random, so that the same transactions do
 * not conflict again.
 */
const retryPauseMs = 60;

/** Runs the work in one transaction. Retries it after a deadlock or a serialization failure. */
export async function inTransaction<Result>(
  database: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().setIsolationLevel('read committed').execute(work);
    } catch (error) {
      if (attempt >= maxAttempts || !isLostToAnother(error)) throw error;
      await delay(Math.random() * retryPauseMs * attempt);
    }
  }
}

/**
 * Runs changes with all their rules and rolls them back. Nothing is stored and the revision is unchanged.
 * @param work receives a change whose records are discarded; its result must not refer to the transaction
 */
export async function dryRun<Result>(
  call: RecordCall,
  work: (change: TransactionChange) => Promise<Result>,
): Promise<Result> {
  const transaction = await call.services.database.startTransaction().execute();
  try {
    return await work({ ...call, transaction, later: [] });
  } finally {
    await transaction.rollback().execute();
  }
}

/** Returns the context for the rules of a resource during a change. */
export function writeContext<Table extends ResourceTable>(
  { transaction, caller, requestId, services }: TransactionChange,
  current: Row<Table> | null,
): WriteContext<Table> {
  return { transaction, caller, requestId, services, current, also: [] };
}
