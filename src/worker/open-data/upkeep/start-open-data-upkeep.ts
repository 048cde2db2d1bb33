/*
 * Work on the stored files of open data, under the lease `open-data`.
 *
 * - `start-open-data-upkeep.ts`: the loop. It stores time zones, removes old days, and passes the rest to a process of
 *   low priority (`run-upkeep.ts`, `upkeep-process.ts`).
 * - `plan-compaction.ts`, `compact-hours.ts`: merges the files of an hour. Removes the keys of erased people.
 * - `find-gone-hosts.ts`: hosts whose events a worker exports. `name-tables.ts`, `store-name-table.ts`: names.
 *
 * See docs/internals/open-data.md.
 */

import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { dayMs, hourMs } from '../../../core/time/durations.ts';
import { countedFolder, sumsFolder } from '../../../exchange/open-data/counted-schema.ts';
import type { OpenDataFile, OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';
import { hasPersonKeys, parseOpenDataFileName } from '../../../exchange/open-data/open-data-names.ts';
import { openDataSets } from '../../../exchange/open-data/open-data-schema.ts';
import { openOpenDataStore } from '../../../exchange/open-data/open-data-store.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { openPlainStore } from '../../../platform/files/plain-store.ts';
import type { StoreLocation } from '../../../platform/files/store-location.ts';
import type { Lease } from '../../../platform/lease/lease.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { runRetryLoop } from '../../../platform/process/retry-loop.ts';
import type { FileWithKeys } from '../erase-keys.ts';
import { pendingDecisionStems } from '../export/decision-export-state.ts';
import { readEventExports } from '../export/event-export-state.ts';
import { storePositionZones } from '../position-zones.ts';
import { findGoneHosts } from './find-gone-hosts.ts';
import { readNameTables } from './name-tables.ts';
import { compactionPauseMs, planCompaction } from './plan-compaction.ts';
import { runUpkeep } from './run-upkeep.ts';
import type { UpkeepTask } from './upkeep-process.ts';

/** Interval of time zones. Events of a new position wait for them. */
const pauseMs = 15_000;
/** Most merges per process, so that other work is not delayed for long. */
const maxCompactions = 200;

/** Number of passes after which hosts that never exported anything are searched, once per start. */
const unknownAfterLooks = 4;

export type UpkeepOptions = {
  readonly database: Kysely<Database>;
  readonly store: StoreLocation;
  readonly dataFolder: string;
  /** Retention in days. */
  readonly days: number;
  readonly lease: Lease;
  readonly log: Logger;
};

export type OpenDataUpkeep = {
  /** Does all pending work if this worker holds the lease. @param looks false: only what is due within seconds */
  pass(options: { readonly looks: boolean; readonly nowMs?: number }): Promise<void>;
  close(): Promise<void>;
};

/** Creates the work on stored files, run on demand. One worker does it at a time. */
export function createOpenDataUpkeep(options: UpkeepOptions): OpenDataUpkeep {
  const { database, dataFolder, days, lease } = options;
  const end = new AbortController();
  const store = openOpenDataStore(options);
  const archive = openPlainStore(options);

  /** Hash of the stored rows by table of names. */
  let storedNames: ReadonlyMap<string, string> = new Map();
  let looks = 0;

  async function look(nowMs: number): Promise<void> {
    looks += 1;
    const all = await removeOldDays(store, nowMs - days * dayMs);
    const exports = await readEventExports(store);
    const pendingStems = [
      ...[...exports.values()].flatMap(({ pending }) => (pending === null ? [] : [pending.stem])),
      ...(await pendingDecisionStems(store)),
    ];
    const { keys, open } = await readErasedShoppers(database);
    const names = await readNameTables(database, join(dataFolder, 'open-data-drafts', 'names'), storedNames);
    const nothing = { names: [], searched: [], erasedAtMs: null, compactions: [], countedAtMs: null, goneHosts: [] };
    const task = { ...nothing, store: options.store, dataFolder, erased: keys };
    // Separately, so that a fault of one file does not delay erasures.
    await run({
      ...task,
      names: names.changed,
      searched: open.length === 0 ? [] : filesWithKeys(all),
      erasedAtMs: open.length === 0 ? null : nowMs,
    });
    storedNames = names.hashes;
    await noteErased(database, open);
    await run({
      ...task,
      compactions: planCompaction(all, { pendingStems, nowMs }).slice(0, maxCompactions),
      countedAtMs: nowMs,
      goneHosts: await findGoneHosts(archive, exports, { nowMs, includesUnknown: looks === unknownAfterLooks }),
    });
  }

  async function run(task: UpkeepTask): Promise<void> {
    const parts = [task.names, task.searched, task.compactions, task.goneHosts];
    const hasTime = task.countedAtMs !== null || task.erasedAtMs !== null;
    if (hasTime || parts.some(({ length }) => length > 0)) await runUpkeep(task, end.signal);
  }

  return {
    async pass({ looks, nowMs = Date.now() }) {
      if (!(await lease.take())) return;
      await storePositionZones(database, store);
      if (looks) await look(nowMs);
    },
    async close() {
      end.abort();
      await lease.close();
      await store.close();
      await archive.close();
    },
  };
}

/** Starts loops that do the work until closed: time zones are stored while files are merged. */
export function startOpenDataUpkeep(options: UpkeepOptions): { close(): Promise<void> } {
  const end = new AbortController();
  const upkeep = createOpenDataUpkeep(options);
  const loop = (looks: boolean, loopPauseMs: number, failureMessage: string) =>
    runRetryLoop({
      task: () => upkeep.pass({ looks }),
      pauseMs: loopPauseMs,
      failureMessage,
      log: options.log,
      signal: end.signal,
    });
  const running = [
    loop(false, pauseMs, 'Time zones for open data cannot be stored; events of new positions are exported later'),
    loop(true, compactionPauseMs, 'Work on files of open data failed; retrying'),
  ];
  return {
    async close() {
      end.abort();
      await upkeep.close();
      await Promise.all(running);
    },
  };
}

/** Removes the files of days before an instant. Returns the others. */
async function removeOldDays(store: OpenDataStore, beforeMs: number): Promise<readonly OpenDataFile[]> {
  const kept: OpenDataFile[] = [];
  for (const { folder } of openDataSets) {
    for (const file of await store.list(folder)) {
      const parsed = parseOpenDataFileName(file.name);
      if (parsed === null) continue;
      if (parsed.startMs + hourMs <= beforeMs) await store.remove(file.name);
      else kept.push(file);
    }
  }
  for (const { name } of [...(await store.list(countedFolder)), ...(await store.list(sumsFolder))]) {
    const parsed = parseOpenDataFileName(name);
    if (parsed !== null && parsed.startMs + hourMs <= beforeMs) await store.remove(name);
  }
  return kept;
}

/** Returns the files that can contain keys of people, except those of `counted`. */
function filesWithKeys(files: readonly OpenDataFile[]): readonly FileWithKeys[] {
  return files.flatMap(({ name }) => {
    const set = openDataSets.find(({ folder }) => name.startsWith(`${folder}/`));
    if (!hasPersonKeys(name) || set === undefined || set.keyColumn === null) return [];
    return [{ name, keyColumn: set.keyColumn, order: set.order }];
  });
}

/** Returns the keys of all erased shoppers and viewers, and of those that stored files may contain. */
async function readErasedShoppers(database: Kysely<Database>) {
  const rows = await database
    .selectFrom('erasedShopper')
    .select(['erasedShopper.shopperKey', 'erasedShopper.openDataClearedAt'])
    .execute();
  const open = rows.filter(({ openDataClearedAt }) => openDataClearedAt === null);
  return { keys: rows.map(({ shopperKey }) => shopperKey), open: open.map(({ shopperKey }) => shopperKey) };
}

async function noteErased(database: Kysely<Database>, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`update erased_shopper set open_data_cleared_at = now()
    where erased_shopper.shopper_key = any(${keys}::text[])`.execute(database);
}
