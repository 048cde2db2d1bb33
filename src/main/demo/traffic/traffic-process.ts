import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import { dayMs, hourMs } from '../../../core/time/durations.ts';
import { type LoadOptions, loadSnapshot } from '../../../delivery/decide/snapshot/load-snapshot.ts';
import { decisionFolderOf } from '../../../exchange/decisions/decision-folder.ts';
import { savePastHours, saveTraffic } from '../../../exchange/plan/traffic-store.ts';
import { openSnapshotFolder } from '../../../exchange/snapshot/snapshot-folder.ts';
import { openDatabase } from '../../../platform/db/open-database.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { syncFolder } from '../../../platform/durable/sync-folder.ts';
import { readPacedBookings } from '../../../worker/pace/read-paced-bookings.ts';
import { readDemoState, writeDemoState } from '../demo-state.ts';
import { demoProcess, simulateTraffic } from './simulate-traffic.ts';

/** Message from the management process. */
export type TrafficTask = {
  readonly databaseUrl: string;
  readonly dataFolder: string;
  /** Revision with the complete demo account. */
  readonly revision: number;
  readonly days: number;
  /** Epoch ms. */
  readonly nowMs: number;
  readonly decisionBytes: number;
};
/** Answer to it. */
export type TrafficAnswer = AddedTraffic | { readonly error: string };
/** Zero if an interrupted start had simulated them. */
export type AddedTraffic = { readonly pageViews: number; readonly events: number };

/** Time limit for the publication of the demo account, and the pause between two checks, in ms. */
const publishedWithinMs = 60_000;
const checkMs = 200;

process.once('message', async (task: TrafficTask) => {
  const answer = await addTraffic(task).catch(
    (error: Error): TrafficAnswer => ({ error: error.stack ?? error.message }),
  );
  process.send?.(answer, () => process.disconnect());
});

/** A journal is moved at most once, so that an interruption at any time neither loses nor repeats events. */
async function addTraffic(task: TrafficTask): Promise<TrafficAnswer> {
  const { kysely } = openDatabase(task.databaseUrl, { maxConnections: 1 });
  const folder = join(task.dataFolder, 'demo-traffic');
  try {
    const before = await readDemoState(kysely);
    if (before?.traffic === undefined || before.traffic === 'added') return { pageViews: 0, events: 0 };
    const counts = before.traffic === 'moving' ? { pageViews: 0, events: 0 } : await simulate(kysely, task, folder);
    await writeDemoState(kysely, { ...before, traffic: 'moving' });
    await moveFolder(decisionFolderOf(folder, demoProcess), decisionFolderOf(task.dataFolder, demoProcess));
    await moveFolder(join(folder, 'journal', demoProcess), join(task.dataFolder, 'journal', demoProcess));
    await writeDemoState(kysely, { ...before, traffic: 'added' });
    await rm(folder, { recursive: true, force: true });
    return counts;
  } finally {
    await kysely.destroy();
  }
}

async function simulate(database: Kysely<Database>, task: TrafficTask, folder: string): Promise<AddedTraffic> {
  await rm(folder, { recursive: true, force: true });
  const toMs = Math.floor(task.nowMs / hourMs) * hourMs;
  const fromMs = toMs - task.days * dayMs;
  const { pageViews, events, traffic, pastHours } = await simulateTraffic({
    snapshot: await publishedSnapshot(task),
    bookings: await readPacedBookings(database, fromMs),
    fromMs,
    toMs,
    folder,
    decisionBytes: task.decisionBytes,
  });
  await saveTraffic(database, traffic);
  await savePastHours(database, pastHours, task.nowMs);
  return { pageViews, events };
}

async function moveFolder(from: string, to: string): Promise<void> {
  await mkdir(join(to, '..'), { recursive: true });
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    // Moved before an interruption, or decisions are not recorded.
    if (error.code !== 'ENOENT') throw error;
  });
  await syncFolder(join(to, '..'));
}

const loading: LoadOptions = { inPlaceOf: null, tablesSource: async () => null, onImageFault: () => undefined };

async function publishedSnapshot({ dataFolder, revision }: TrafficTask): Promise<Snapshot> {
  const snapshots = openSnapshotFolder(join(dataFolder, 'snapshots'));
  const endMs = performance.now() + publishedWithinMs;
  while (performance.now() < endMs) {
    const state = await snapshots.current();
    const loaded = state === null || state.revision < revision ? null : await loadSnapshot(snapshots, state, loading);
    if (loaded?.held && loaded.fault === null) return loaded.held.snapshot;
    await sleep(checkMs);
  }
  throw new Error(`Revision ${revision} was not published within ${publishedWithinMs / 1_000} s`);
}
