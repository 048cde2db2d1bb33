import { readCountedHours, saveCountedHours } from '../../../exchange/open-data/counted-hours.ts';
import { countedFileName, countedOrder, viewerColumn } from '../../../exchange/open-data/counted-schema.ts';
import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';
import type { ParquetSession } from '../../../exchange/open-data/parquet-session.ts';
import { eraseKeysIn } from '../erase-keys.ts';

/**
 * Removes the keys of erased viewers from the files of `counted`. Making the files again would give the same rows, but
 * sorts all their events.
 * @param options.nowMs epoch ms of the erasure
 */
export async function eraseCountedHours(
  { session, store }: { readonly session: ParquetSession; readonly store: OpenDataStore },
  { erased, nowMs }: { readonly erased: readonly string[]; readonly nowMs: number },
): Promise<void> {
  let hours = await readCountedHours(store);
  for (const { startMs } of hours.filter(({ madeAtMs, hasViewers }) => madeAtMs !== null && hasViewers)) {
    const file = { name: countedFileName(startMs), keyColumn: viewerColumn, order: countedOrder } as const;
    if (!(await eraseKeysIn({ session, store }, file, erased))) continue;
    hours = hours.map((hour) => (hour.startMs === startMs ? { ...hour, erasedAtMs: nowMs } : hour));
    // At once, so that reports do not use copies of the replaced file.
    await saveCountedHours(store, hours);
  }
}
