import { join } from 'node:path';
import { minuteMs } from '../../../core/time/durations.ts';
import { openOpenDataStore } from '../../../exchange/open-data/open-data-store.ts';
import { openParquetSession } from '../../../exchange/open-data/parquet-session.ts';
import { openPlainStore } from '../../../platform/files/plain-store.ts';
import type { StoreLocation } from '../../../platform/files/store-location.ts';
import { readPositionZones } from '../position-zones.ts';
import { exportDecisions } from './export-decisions.ts';
import { exportEvents } from './export-events.ts';

/** Interval of searches of the archive for segments that were never seen. */
const archiveMs = 60 * minuteMs;

/** Where a host exports from and to. */
export type ExportTask = {
  readonly host: string;
  readonly dataFolder: string;
  readonly store: StoreLocation;
};

export type OpenDataExport = {
  /** Exports everything that is new. Returns the number of stored rows. */
  pass(): Promise<number>;
  close(): Promise<void>;
};

/** Opens the export of the journal and the recorded decisions of this host. */
export async function openOpenDataExport({ host, dataFolder, store: location }: ExportTask): Promise<OpenDataExport> {
  const session = await openParquetSession(join(dataFolder, 'open-data-drafts', 'export'));
  const store = openOpenDataStore({ store: location, dataFolder });
  const archive = openPlainStore({ store: location, dataFolder });
  const context = { host, store, archive, session };
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  return {
    async pass() {
      const zones = await readPositionZones(store);
      // Written by the first pass of a worker.
      if (zones === null) return 0;
      const nowMs = performance.now();
      const looksInArchive = nowMs - lookedAtMs >= archiveMs;
      const journal = { journalFolder: join(dataFolder, 'journal'), zones };
      const rows = await exportEvents({ ...context, ...journal }, { looksInArchive });
      if (looksInArchive) lookedAtMs = nowMs;
      return rows + (await exportDecisions({ ...context, dataFolder }));
    },
    async close() {
      await session.close();
      await store.close();
      await archive.close();
    },
  };
}
