import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import { orUnavailable } from './client-adapter.ts';

/** Hashes of the valid secrets of clients, which are asked for together. */
type Batch = {
  readonly clientIds: Set<string>;
  readonly hashes: Promise<ReadonlyMap<string, readonly string[]> | null>;
};

/** So long a question waits for others, in a flood of them. */
const batchMs = 10;

/**
 * Reads the hashes of a client's valid secrets, none of a client that is none; null: the database is away. What is asked at
 * nearly the same time is one query, so that made-up clients by the thousand are few of them.
 */
export function createHashReader(database: Kysely<Database>): (clientId: string) => Promise<readonly string[] | null> {
  let next: Batch | null = null;
  const begin = (): Batch => {
    const clientIds = new Set<string>();
    const hashes = delay(batchMs).then(() => {
      next = null;
      return readHashes(database, clientIds);
    });
    return { clientIds, hashes };
  };
  return async (clientId) => {
    next ??= begin();
    next.clientIds.add(clientId);
    const hashes = await next.hashes;
    return hashes === null ? null : (hashes.get(clientId) ?? []);
  };
}

async function readHashes(
  database: Kysely<Database>,
  clientIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]> | null> {
  const query = database
    .selectFrom('serviceAccount')
    .select(['serviceAccount.clientId', 'serviceAccount.secretHashes'])
    .where(sql<boolean>`service_account.client_id = any(${[...clientIds]}::text[])`)
    .where('serviceAccount.archivedAt', 'is', null)
    .execute();
  const accounts = await orUnavailable(query).catch(() => null);
  return accounts && new Map(accounts.map((one) => [one.clientId, one.secretHashes.map(({ hash }) => hash)]));
}
