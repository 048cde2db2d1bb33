import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/** A revision and its time: after a restore another revision may have its number. null: the initial revision. */
export type KnownRevision = { readonly revision: number; readonly madeAt: string | null };

/** Returns the last committed revision. */
export async function newestRevision(database: Kysely<Database>): Promise<KnownRevision> {
  return database
    .selectFrom('currentRevision')
    .leftJoin('revision', 'revision.revision', 'currentRevision.revision')
    .select(['currentRevision.revision', sql<string | null>`revision.created_at::text`.as('madeAt')])
    .executeTakeFirstOrThrow();
}

/** Runs `read` on one revision of the tables. Concurrent commits are not visible. */
export function inOneMoment<Result>(
  database: Kysely<Database>,
  read: (transaction: Transaction<Database>, newest: KnownRevision) => Promise<Result>,
): Promise<Result> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => read(transaction, await newestRevision(transaction)));
}
