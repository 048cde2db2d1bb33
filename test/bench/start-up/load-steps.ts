import { join } from 'node:path';
import { hourTablesOf, prepareTables } from '../../../src/core/decision/tables/hour-tables.ts';
import { applyChanges } from '../../../src/core/snapshot/apply-changes.ts';
import { createSnapshot } from '../../../src/core/snapshot/open-snapshot.ts';
import { openSnapshotFolder } from '../../../src/exchange/snapshot/snapshot-folder.ts';

/** Duration of each step of a load in milliseconds, without parallel work. */
export type LoadSteps = {
  /** Reading and parsing the rows. */
  readonly readRowsMs: number;
  /** Joining them to a snapshot. */
  readonly joinRowsMs: number;
  /** Draw tables of all positions for one hour, and the longest of them. */
  readonly tablesMs: number;
  readonly longestTableMs: number;
  /** The same for the next hour. */
  readonly nextHourMs: number;
  readonly longestNextHourMs: number;
};

// A separate process, so that its heap is that of a load.
const [dataFolder = ''] = process.argv.slice(2);
process.once('message', () => {
  void measure().then((steps) => process.send?.(steps));
});

async function measure(): Promise<LoadSteps> {
  const folder = openSnapshotFolder(join(dataFolder, 'snapshots'));
  const state = await folder.current();
  if (state === null) throw new Error('No snapshot in the folder');
  const snapshot = createSnapshot(state.revision, 0);
  let [readRowsMs, joinRowsMs] = [0, 0];
  const batches = folder.readBase(state.base);
  for (;;) {
    const startedMs = performance.now();
    const { done, value } = await batches.next();
    const readMs = performance.now();
    readRowsMs += readMs - startedMs;
    if (done) break;
    applyChanges(snapshot, { revision: 1, builtAtMs: 0, upserted: { [value.kind]: value.rows }, removed: {} });
    joinRowsMs += performance.now() - readMs;
  }
  hourTablesOf(snapshot);
  const ids = [...snapshot.positionById.keys()];
  const tablesOf = (nowMs: number) => {
    const times = ids.map((id) => {
      const startedMs = performance.now();
      prepareTables(snapshot, id, nowMs);
      return performance.now() - startedMs;
    });
    return { all: times.reduce((sum, ms) => sum + ms, 0), longest: Math.max(...times) };
  };
  const now = tablesOf(Date.now());
  const next = tablesOf(Date.now() + 3_600_000);
  return {
    readRowsMs,
    joinRowsMs,
    tablesMs: now.all,
    longestTableMs: now.longest,
    nextHourMs: next.all,
    longestNextHourMs: next.longest,
  };
}
