import { join } from 'node:path';
import { openOpenDataStore } from '../../../exchange/open-data/open-data-store.ts';
import { openParquetSession } from '../../../exchange/open-data/parquet-session.ts';
import { openPlainStore } from '../../../platform/files/plain-store.ts';
import type { StoreLocation } from '../../../platform/files/store-location.ts';
import { countHours } from '../counted/count-hours.ts';
import { eraseCountedHours } from '../counted/erase-counted-hours.ts';
import { eraseKeysIn, type FileWithKeys } from '../erase-keys.ts';
import { exportEvents } from '../export/export-events.ts';
import { readPositionZones } from '../position-zones.ts';
import { compactHour } from './compact-hours.ts';
import type { NameRows } from './name-tables.ts';
import type { Compaction } from './plan-compaction.ts';
import { storeNameTable } from './store-name-table.ts';

/** Work on stored files. Each part may be empty. */
export type UpkeepTask = {
  readonly store: StoreLocation;
  readonly dataFolder: string;
  /** Changed tables of names. */
  readonly names: readonly NameRows[];
  /** Keys of erased shoppers and viewers, and the files that are searched for them. */
  readonly erased: readonly string[];
  readonly searched: readonly FileWithKeys[];
  /** Epoch ms for which files of `counted` are searched for these keys; null: they are not. */
  readonly erasedAtMs: number | null;
  readonly compactions: readonly Compaction[];
  /** Epoch ms for which due files of `counted` are made; null: none. */
  readonly countedAtMs: number | null;
  /** Hosts that are gone. Their archived segments are exported. */
  readonly goneHosts: readonly string[];
};

export type UpkeepAnswer = { readonly done: true } | { readonly fault: string };

// Separate process with lower priority, so that its CPU and memory use does not affect others and ends with it.
process.once('message', (task: UpkeepTask) => {
  void answer(task).then((said) => process.send?.(said, () => process.disconnect()));
});

async function answer(task: UpkeepTask): Promise<UpkeepAnswer> {
  try {
    await work(task);
    return { done: true };
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function work(task: UpkeepTask): Promise<void> {
  const { names, erased, searched, erasedAtMs, compactions, countedAtMs, goneHosts, ...locations } = task;
  const session = await openParquetSession(join(locations.dataFolder, 'open-data-drafts', 'upkeep'));
  const store = openOpenDataStore(locations);
  const archive = openPlainStore(locations);
  try {
    for (const rows of names) await storeNameTable({ session, store }, rows);
    for (const file of searched) await eraseKeysIn({ session, store }, file, erased);
    if (erasedAtMs !== null) await eraseCountedHours({ session, store }, { erased, nowMs: erasedAtMs });
    const zones = await readPositionZones(store);
    for (const host of zones === null ? [] : goneHosts) {
      const context = { host, store, archive, session, journalFolder: null, zones: zones as NonNullable<typeof zones> };
      await exportEvents(context, { looksInArchive: true });
    }
    const faults: unknown[] = [];
    const merged = new Map<string, string>();
    for (const compaction of compactions) {
      // A damaged file does not affect other hours.
      const name = await compactHour({ session, store }, compaction, erased).catch((error: unknown) => {
        faults.push(error);
        return null;
      });
      for (const old of name === null ? [] : compaction.names) merged.set(old, name as string);
    }
    if (countedAtMs !== null)
      faults.push(...(await countHours({ session, store }, { merged, erased, nowMs: countedAtMs })));
    if (faults.length > 0) throw faults[0];
  } finally {
    await session.close();
    await store.close();
    await archive.close();
  }
}
