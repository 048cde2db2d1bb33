import { sql, type Transaction } from 'kysely';
import type { Database, StoredTouch } from '../../platform/db/schema.ts';
import type { KnownRevision } from './newest-revision.ts';

/** Revisions that are looked at one by one: a busy minute. */
const maxRevisions = 2_000;

/**
 * What was changed between two revisions; empty: nothing. Null: unknown or too much, or the known one is not of this
 * database's past, so that anything may be different.
 */
export async function touchesSince(
  transaction: Transaction<Database>,
  known: KnownRevision,
  newest: KnownRevision,
): Promise<readonly StoredTouch[] | null> {
  const { rows } = await sql<{ revision: number; madeAt: string; touched: StoredTouch[] | null }>`
    select revision.revision, revision.created_at::text as made_at, revision.touched from revision
    where revision.revision >= ${known.revision} order by revision.revision limit ${maxRevisions + 1}
  `.execute(transaction);
  const madeAt = rows.find((row) => row.revision === known.revision)?.madeAt ?? null;
  const touches = rows.filter((row) => row.revision > known.revision).map((row) => row.touched);
  if (madeAt !== known.madeAt || known.revision + touches.length !== newest.revision) return null;
  return touches.every((touched) => touched !== null) ? touches.flat() : null;
}
