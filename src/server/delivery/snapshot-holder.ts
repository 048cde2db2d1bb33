import type { Logger } from 'pino';
import { buildSnapshot } from '../../core/snapshot/build-snapshot.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import type { SnapshotFolder } from '../snapshot-file/snapshot-folder.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';

/** Well below the second within which a saved booking serves. */
const pollMs = 100;
/** A snapshot that could not be used is tried again after this long; the old one serves meanwhile. */
const retryMs = 5_000;

export type SnapshotHolder = {
  /** The snapshot that serves now; null before the first. */
  current(): Snapshot | null;
  close(): Promise<void>;
};

export type SnapshotHolderOptions = {
  readonly folder: SnapshotFolder;
  readonly processId: string;
  readonly log: Logger;
  readonly metrics: DeliveryMetrics;
};

/**
 * Follows the snapshot folder: reads what is new, checks it by building it, swaps it in and acknowledges it. What
 * cannot be read or built is not swapped in: the old snapshot goes on, and a metric and the log say so.
 */
export async function startSnapshotHolder(options: SnapshotHolderOptions): Promise<SnapshotHolder> {
  const { folder, processId, log, metrics } = options;
  let held: Snapshot | null = null;
  /** `atMs` by the clock that only goes forward. */
  let refused: { readonly revision: number | null; readonly atMs: number } | null = null;
  let closed = false;

  async function follow(): Promise<void> {
    let revision: number | null = null;
    try {
      revision = await folder.currentRevision();
      if (held !== null && revision === held.revision) return;
      if (refused !== null && refused.revision === revision && performance.now() - refused.atMs < retryMs) return;
      await swapIn(revision);
    } catch (error) {
      if (refused?.revision !== revision) {
        metrics.refusedSnapshots.inc();
        log.error(
          { err: error, revision, serving: held?.revision ?? null },
          'The snapshot cannot be used; the old one goes on',
        );
      }
      refused = { revision, atMs: performance.now() };
    }
  }

  async function swapIn(revision: number | null): Promise<void> {
    const read = await folder.readCurrent();
    if (read === null) return;
    if (read.damaged.length > 0) {
      if (refused?.revision !== revision) {
        metrics.refusedSnapshots.inc();
        log.error({ damaged: read.damaged, using: read.revision }, 'Damaged snapshot files were passed over');
      }
      refused = { revision, atMs: performance.now() };
      // Going back to an older file is right at the start only; later what is held is at least as new.
      if (held !== null) return;
    } else {
      refused = null;
    }
    held = buildSnapshot(read.rows);
    metrics.revision.set(held.revision);
    await folder.acknowledge(processId, held.revision);
  }

  await follow();
  const following = (async () => {
    while (!closed) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      if (!closed) await follow();
    }
  })();

  return {
    current: () => held,
    close: async () => {
      closed = true;
      await following;
      await folder.forget(processId);
    },
  };
}
