import type { Kysely, Transaction } from 'kysely';
import type { ChangedRows, RemovedRows, SnapshotChanges } from '../../core/snapshot/snapshot-changes.ts';
import { inOneMoment, type KnownRevision } from '../../exchange/revision/newest-revision.ts';
import { touchedRows } from '../../exchange/revision/touched-rows.ts';
import { touchesSince } from '../../exchange/revision/touches-since.ts';
import { rowKinds } from '../../exchange/snapshot/row-batch.ts';
import type { Database, StoredTouch } from '../../platform/db/schema.ts';
import { rowReaders } from './read-all-rows.ts';

/**
 * Rows that a delivery process can apply between two ad requests. More require a new base, which is built in the
 * background.
 */
const maxChangedRows = 1_000;

export type RevisionChanges =
  | { readonly kind: 'none' }
  | { readonly kind: 'changes'; readonly changes: SnapshotChanges; readonly newest: KnownRevision }
  /** Too many or unknown changes, or the known revision is not an ancestor in this database: all rows must be read. */
  | { readonly kind: 'anything' };

/**
 * Returns the changes from a known revision to the newest committed one, read in one repeatable-read transaction: the
 * current rows that were changed, and the IDs of those that must no longer be delivered.
 */
export function readChanges(database: Kysely<Database>, known: KnownRevision): Promise<RevisionChanges> {
  return inOneMoment(database, async (transaction, newest) => {
    const touches = await touchesSince(transaction, known, newest);
    if (touches === null) return { kind: 'anything' };
    if (touches.length === 0 && known.revision === newest.revision) return { kind: 'none' };
    const rowsOfThem = await readTouched(transaction, touches);
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
