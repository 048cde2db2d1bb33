/*
 * Files of counted events with the facts of their requests, one per hour.
 *
 * - `count-hours.ts`, `plan-counted-hours.ts`: which hours are due.
 * - `count-hour.ts`, `counted-sql.ts`: the file of an hour. `sum-hour.ts`: its sums by one fact.
 * - `erase-counted-hours.ts`: removes keys of erased viewers. `local-files.ts`: copies of stored files.
 *
 * See docs/internals/open-data.md.
 */

import { type CountedHour, readCountedHours, saveCountedHours } from '../../../exchange/open-data/counted-hours.ts';
import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';
import type { ParquetSession } from '../../../exchange/open-data/parquet-session.ts';
import { countHour } from './count-hour.ts';
import { createLocalFiles } from './local-files.ts';
import { dueHours, type MergedNames, observeHours } from './plan-counted-hours.ts';

/** Most hours per call, so that other work is not delayed for long. */
const maxHours = 200;
/** Number of hours after which the state is saved. */
const savedHours = 12;

/**
 * Makes the files of `counted` that are due. A damaged file does not affect other hours.
 * @param options.merged names of the files that have been merged since the last call
 * @param options.erased keys of erased viewers, which the files do not contain
 * @param options.nowMs for tests
 * @returns the faults of hours, which are tried again by the next call
 */
export async function countHours(
  { session, store }: { readonly session: ParquetSession; readonly store: OpenDataStore },
  options: { readonly merged: MergedNames; readonly erased?: readonly string[]; readonly nowMs: number },
): Promise<readonly unknown[]> {
  const before = await readCountedHours(store);
  const stored = [...(await store.list('events')), ...(await store.list('requests'))];
  let hours: readonly CountedHour[] = observeHours(before, stored, options);
  const tools = { session, store, files: createLocalFiles(store, session.folder), erased: options.erased ?? [] };
  const faults: unknown[] = [];
  let made = 0;
  for (const due of dueHours(hours, options.nowMs).slice(0, maxHours)) {
    try {
      const content = await countHour(tools, due, hours);
      if (content === null) continue;
      const counted = { ...due, ...content, madeAtMs: options.nowMs, erasedAtMs: null };
      hours = hours.map((hour) => (hour.startMs === due.startMs ? counted : hour));
      made += 1;
      if (made % savedHours === 0) await saveCountedHours(store, hours);
    } catch (error) {
      faults.push(error);
    }
  }
  if (made > 0 || JSON.stringify(before) !== JSON.stringify(hours)) await saveCountedHours(store, hours);
  return faults;
}
