import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** What a transaction has locked or read, so that it need not be requested again. */
export type TransactionMemory = {
  /** Returns whether an object was created, or was found active and locked. */
  holds(table: keyof Database, id: number): boolean;
  hold(table: keyof Database, ids: readonly number[]): void;
  release(table: keyof Database, id: number): void;
  /** Runs the work of a name only the first time, and returns its result. */
  once<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
};

const memories = new WeakMap<Kysely<Database>, TransactionMemory>();

/**
 * Makes a transaction remember its locks, for many changes in one transaction. Not for transactions that roll back to
 * savepoints, because that releases locks. Only for callers who see all objects.
 */
export function rememberLocks(transaction: Kysely<Database>): void {
  const held = new Map<keyof Database, Set<number>>();
  const results = new Map<string, Promise<unknown>>();
  memories.set(transaction, {
    holds: (table, id) => held.get(table)?.has(id) === true,
    hold(table, ids) {
      const own = held.get(table) ?? new Set();
      for (const id of ids) own.add(id);
      held.set(table, own);
    },
    release: (table, id) => void held.get(table)?.delete(id),
    once<Result>(name: string, work: () => Promise<Result>) {
      const result = results.get(name) ?? work();
      results.set(name, result);
      return result as Promise<Result>;
    },
  });
}

/** Returns the memory of a transaction. undefined: it remembers nothing. */
export function memoryOf(transaction: Kysely<Database>): TransactionMemory | undefined {
  return memories.get(transaction);
}

/**
 * Runs the work of a name once per transaction, if the transaction has a memory: a lock that stays until its end, or
 * rows that it does not change any more.
 */
export function oncePerTransaction<Result>(
  transaction: Kysely<Database>,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return memoryOf(transaction)?.once(name, work) ?? work();
}
