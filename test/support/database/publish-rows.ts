import type { SnapshotRows } from '../../../src/core/snapshot/snapshot-rows.ts';
import { newLineage } from '../../../src/exchange/snapshot/file-names.ts';
import { batchesOf } from '../../../src/exchange/snapshot/row-batch.ts';
import type { SnapshotFolder, SnapshotState } from '../../../src/exchange/snapshot/snapshot-folder.ts';

/** Publishes rows as a base of a separate lineage, like the publisher at its start. */
export async function publishRows(folder: SnapshotFolder, rows: SnapshotRows): Promise<SnapshotState> {
  const { revision, builtAtMs } = rows;
  const lineage = newLineage();
  const { file: base } = await folder.writeBase({ lineage, revision, builtAtMs }, batchesOf(rows));
  const state = { lineage, revision, base, deltas: [] };
  await folder.makeCurrent(state);
  return state;
}
