import { type Kysely, sql, type Transaction } from 'kysely';
import type { ChangedRows, RemovedRows, SnapshotChanges } from '../../core/snapshot/snapshot-changes.ts';
import type { Database, StoredTouch } from '../db/schema.ts';
import { rowKinds } from '../snapshot-file/row-batch.ts';
import { inOneMoment, type KnownRevision, rowReaders } from './read-all-rows.ts';
import { touchedRows } from './touched-rows.ts';

/** Rows that a delivery process takes in one go, between two ad requests; more are a new base, built beside the old. */
const maxChangedRows = 1_000;
/** Revisions that are looked at one by one: a busy minute. */
const maxRevisions = 2_000;

export type RevisionChanges =
  | { readonly kind: 'none' }
  | { readonly kind: 'changes'; readonly changes: SnapshotChanges; readonly newest: KnownRevision }
  /** Too much, or unknown, or the known revision is not of this database's past: all rows have to be read. */
  | { readonly kind: 'anything' };

/**
 * What separates the newest committed revision from a known one, read in one repeatable-read transaction: the rows that
 * were touched since, as they are now, and the ids of those that may no longer be shown.
 */
export function readChanges(database: Kysely<Database>, known: KnownRevision): Promise<RevisionChanges> {
  return inOneMoment(database, async (transaction, newest) => {
    const { rows } = await sql<{ revision: number; madeAt: string; touched: StoredTouch[] | null }>`
      select revision.revision, revision.created_at::text as made_at, revision.touched from revision
      where revision.revision >= ${known.revision} order by revision.revision limit ${maxRevisions + 1}
    `.execute(transaction);
    const madeAt = rows.find((row) => row.revision === known.revision)?.madeAt ?? null;
    const touches = rows.filter((row) => row.revision > known.revision).map((row) => row.touched);
    if (madeAt !== known.madeAt || known.revision + touches.length !== newest.revision) return { kind: 'anything' };
    if (touches.length === 0) return { kind: 'none' };
    if (!touches.every((touched) => touched !== null)) return { kind: 'anything' };
    const rowsOfThem = await readTouched(transaction, touches.flat());
    if (rowsOfThem === null) return { kind: 'anything' };
    const changes = { revision: newest.revision, builtAtMs: Date.now(), ...rowsOfThem };
    return { kind: 'changes', changes, newest };
  });
}

async function readTouched(
  transaction: Transaction<Database>,
  touches: readonly StoredTouch[],
): Promise<Pick<SnapshotChanges, 'upserted' | 'removed'> | null> {
  const touched = await touchedRows(transaction, touches, maxChangedRows);
  if (touched === null) return null;
  const upserted: Record<string, readonly unknown[]> = {};
  const removed: Record<string, readonly number[]> = {};
  for (const kind of rowKinds) {
    if (touched[kind].size === 0) continue;
    const rows = await rowReaders[kind](transaction, { ids: [...touched[kind]] });
    const shown = new Set(rows.map((row) => row.id));
    const gone = [...touched[kind]].filter((id) => !shown.has(id));
    if (rows.length > 0) upserted[kind] = rows;
    if (gone.length > 0) removed[kind] = gone.sort((a, b) => a - b);
  }
  return { upserted: upserted as ChangedRows, removed: removed as RemovedRows };
}
