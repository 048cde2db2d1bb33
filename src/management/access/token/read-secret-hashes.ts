import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { failWhenSilent } from '../../../platform/db/fail-when-silent.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Query for the secret hashes of several clients. */
type Batch = {
  readonly clientIds: Set<string>;
  readonly hashes: Promise<ReadonlyMap<string, readonly string[]> | null>;
};

/** Time in which requests are collected into one query, in milliseconds. */
const batchMs = 10;

/**
 * Returns a function that reads the hashes of the valid secrets of a client. They are empty for an unknown client and
 * null if the database is unreachable. Concurrent requests share a query, so that a flood of invented client IDs causes
 * few queries.
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
  const accounts = await failWhenSilent(query).catch(() => null);
  return accounts && new Map(accounts.map((one) => [one.clientId, one.secretHashes.map(({ hash }) => hash)]));
}
