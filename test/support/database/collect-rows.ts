import { unpackCreative } from '../../../src/core/snapshot/packed-creative.ts';
import type { SnapshotChanges } from '../../../src/core/snapshot/snapshot-changes.ts';
import { deltasAfter, type SnapshotState } from '../../../src/exchange/snapshot/file-names.ts';
import { type RowKind, rowKinds } from '../../../src/exchange/snapshot/row-batch.ts';
import type { SnapshotFolder } from '../../../src/exchange/snapshot/snapshot-folder.ts';

/** Rows by kind and ID, as a reader that stores all of them would have. */
export type CollectedRows = {
  revision: number;
  readonly byKind: ReadonlyMap<RowKind, Map<number, unknown>>;
};

/** Reads the rows in the files of a state. */
export async function collectRows(folder: SnapshotFolder, state: SnapshotState): Promise<CollectedRows> {
  const rows: CollectedRows = { revision: 0, byKind: new Map(rowKinds.map((kind) => [kind, new Map()])) };
  for await (const { kind, rows: some } of folder.readBase(state.base)) {
    applyTo(rows, { revision: state.base.revision, builtAtMs: 0, upserted: { [kind]: some }, removed: {} });
  }
  await followTo(rows, folder, state);
  return rows;
}

/** Updates collected rows to a later state of the same lineage with its deltas. */
export async function followTo(rows: CollectedRows, folder: SnapshotFolder, state: SnapshotState): Promise<void> {
  const deltas = deltasAfter(rows.revision, state);
  if (deltas === null) throw new Error(`no deltas from ${rows.revision} to ${state.revision}`);
  for (const delta of deltas) applyTo(rows, await folder.readDelta(delta));
}

/** Returns lists by kind in ascending order of ID, as in `SnapshotRows`. */
export function listRows(rows: CollectedRows): Record<string, unknown[]> {
  return Object.fromEntries(
    [...rows.byKind].map(([kind, byId]) => [
      kind,
      [...byId].toSorted(([one], [other]) => one - other).map(([, row]) => row),
    ]),
  );
}

function applyTo(rows: CollectedRows, { revision, upserted, removed }: SnapshotChanges): void {
  for (const [kind, byId] of rows.byKind) {
    for (const id of removed[kind] ?? []) byId.delete(id);
    for (const row of upserted[kind] ?? []) byId.set(row.id, 'text' in row ? unpackCreative(row) : row);
  }
  rows.revision = revision;
}
