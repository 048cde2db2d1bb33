import type { Kysely, Transaction } from 'kysely';
import type { ChangedRows, RemovedRows, SnapshotChanges } from '../../core/snapshot/snapshot-changes.ts';
import { inOneMoment, type KnownRevision } from '../../exchange/revision/newest-revision.ts';
import { touchedRows } from '../../exchange/revision/touched-rows.ts';
import { touchesSince } from '../../exchange/revision/touches-since.ts';
import { rowKinds } from '../../exchange/snapshot/row-batch.ts';
import type { Database, StoredTouch } from '../../platform/db/schema.ts';
import { rowReaders } from './read-all-rows.ts';

/** Rows that a delivery process takes in one go, between two ad requests; more are a new base, built beside the old. */
const maxChangedRows = 1_000;

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
