import { join } from 'node:path';
import { newLineage } from '../../src/exchange/snapshot/file-names.ts';
import { openSnapshotFolder } from '../../src/exchange/snapshot/snapshot-folder.ts';
import { benchBatches } from './bench-model.ts';

/** Writes the snapshot files of the given number of bookings below a data folder, as the publisher does. */
export async function publishBench(dataFolder: string, bookings: number): Promise<void> {
  const snapshots = openSnapshotFolder(join(dataFolder, 'snapshots'));
  const lineage = newLineage();
  const revision = 1;
  const { file: base } = await snapshots.writeBase(
    { lineage, revision, builtAtMs: Date.now() },
    benchBatches(bookings),
  );
  await snapshots.makeCurrent({ lineage, revision, base, deltas: [] });
}
