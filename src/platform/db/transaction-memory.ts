import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Locks that a transaction holds. They stay until its end, so they need not be requested again. */
export type TransactionMemory = {
  /** Returns whether an object was created, or was found active and locked. */
  holds(table: keyof Database, id: number): boolean;
  hold(table: keyof Database, ids: readonly number[]): void;
  release(table: keyof Database, id: number): void;
  /** Requests a lock by its name only the first time. */
  lockOnce(name: string, lock: () => Promise<unknown>): Promise<void>;
};

const memories = new WeakMap<Kysely<Database>, TransactionMemory>();

/**
 * Makes a transaction remember its locks, for many changes in one transaction. Not for transactions that roll back to
 * savepoints, because that releases locks. Only for callers who see all objects.
 */
export function rememberLocks(transaction: Kysely<Database>): void {
  const held = new Map<keyof Database, Set<number>>();
  const locks = new Map<string, Promise<unknown>>();
  memories.set(transaction, {
    holds: (table, id) => held.get(table)?.has(id) === true,
    hold(table, ids) {
      const own = held.get(table) ?? new Set();
      for (const id of ids) own.add(id);
      held.set(table, own);
    },
    release: (table, id) => void held.get(table)?.delete(id),
    async lockOnce(name, lock) {
      const before = locks.get(name) ?? lock();
      locks.set(name, before);
      await before;
    },
  });
}

/** Returns the memory of a transaction. undefined: it remembers nothing. */
export function memoryOf(transaction: Kysely<Database>): TransactionMemory | undefined {
  return memories.get(transaction);
}

/** Requests a lock by its name, unless the transaction remembers that it holds it. */
export async function lockOnce(
  transaction: Kysely<Database>,
  name: string,
  lock: () => Promise<unknown>,
): Promise<void> {
  const memory = memoryOf(transaction);
  if (memory === undefined) await lock();
  else await memory.lockOnce(name, lock);
}
