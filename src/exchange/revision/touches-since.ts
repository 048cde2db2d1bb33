import { sql, type Transaction } from 'kysely';
import type { Database, StoredTouch } from '../../platform/db/schema.ts';
import type { KnownRevision } from './newest-revision.ts';

/** Maximum number of revisions examined individually: a busy minute. */
const maxRevisions = 2_000;

/**
 * Returns the changed objects between two revisions; empty: none. null: unknown or too many, or the known revision is
 * not an ancestor in this database.
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
