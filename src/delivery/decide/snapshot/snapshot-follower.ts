import type { Logger } from 'pino';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import { deltasAfter, type SnapshotState } from '../../../exchange/snapshot/file-names.ts';
import { type SnapshotDamagedError, SnapshotFormatError } from '../../../exchange/snapshot/row-lines.ts';
import type { SnapshotFolder } from '../../../exchange/snapshot/snapshot-folder.ts';
import { createWake } from '../../../platform/process/wake.ts';
import type { DeliveryMetrics } from '../../delivery-metrics.ts';
import { startHourPreparation } from './hour-preparation.ts';
import {
  applyDelta,
  type HeldSnapshot,
  type LoadOptions,
  loadSnapshot,
  type SharedTablesSource,
  UnusableFileError,
} from './load-snapshot.ts';

/**
 * Polling interval in milliseconds, a fallback for missed notifications. Well below one second, the limit until a saved
 * booking serves.
 */
const pollMs = 100;
/** Milliseconds until an unusable state is tried again. The previous one serves meanwhile. */
const retryMs = 5_000;

export type SnapshotFollower = {
  /** Returns the current snapshot, or null before the first one. */
  current(): Snapshot | null;
  close(): Promise<void>;
};

export type SnapshotFollowerOptions = {
  readonly folder: SnapshotFolder;
  readonly processId: string;
  readonly log: Logger;
  readonly metrics: DeliveryMetrics;
  /** Omitted: there are no other threads. */
  readonly tablesSource?: SharedTablesSource;
};

/**
 * Follows the snapshot folder. Deltas are verified and applied to the current snapshot, each synchronously between two
 * requests. A base of another lineage is built while the current snapshot serves, and swapped in. If a file cannot be
 * used, the current snapshot remains in use, a metric and the log report it, and the publisher is asked to write a new
 * base. Also prepares the draw tables of the next hour.
 */
export async function startSnapshotFollower(options: SnapshotFollowerOptions): Promise<SnapshotFollower> {
  const { folder, processId } = options;
  const wake = createWake();
  const refusals = createRefusals(options);
  let held: HeldSnapshot | null = null;
  let unwatch: (() => void) | null = null;
  let closed = false;

  const loadOptions = (inPlaceOf: Snapshot | null): LoadOptions => ({
    inPlaceOf,
    tablesSource: options.tablesSource ?? (async () => null),
    onImageFault(error: SnapshotDamagedError) {
      options.log.warn({ err: error }, 'The image of a snapshot cannot be used; the snapshot is built from its rows');
    },
  });

  /** Updates the snapshot to the current state. */
  async function follow(): Promise<void> {
    const state = await folder.current();
    if (held === null) {
      if (!refusals.holds(state)) await start(state);
      return;
    }
    if (state === null || isServed(held, state) || refusals.holds(state)) return;
    const fault = await goOn(held, state);
    // A file that is missing because newer ones were published is not a fault. The newer ones are followed next.
    if (fault === null || (await folder.current()) !== state) refusals.forget();
    else await refusals.note(state, [fault]);
  }

  /** Starts with the current state, or the newest readable one. */
  async function start(current: SnapshotState | null): Promise<void> {
    const faults: UnusableFileError[] = [];
    const states = [...(current === null ? [] : [current]), ...(await folder.fallbacks())];
    for (const state of states) {
      if (faults.some((fault) => fault.file === state.base.name)) continue;
      const { held: loaded, fault } = await loadSnapshot(folder, state, loadOptions(null));
      if (fault !== null) faults.push(fault);
      // Files of another version can be read only partially. Missing bookings would look like no ads. The publisher
      // writes a base at its start, and until then nothing is served.
      if (loaded === null || fault?.cause instanceof SnapshotFormatError) continue;
      await serve(loaded);
      break;
    }
    if (faults.length > 0) await refusals.note(current, faults);
  }

  async function goOn(from: HeldSnapshot, state: SnapshotState): Promise<UnusableFileError | null> {
    const deltas = from.lineage() === state.lineage ? deltasAfter(from.snapshot.revision, state) : null;
    if (deltas === null) {
      const { held: loaded, fault } = await loadSnapshot(folder, state, loadOptions(from.snapshot));
      if (loaded !== null && fault === null) await serve(loaded);
      return fault;
    }
    try {
      for (const delta of deltas) await applyDelta(folder, from, delta);
    } catch (error) {
      if (error instanceof UnusableFileError) return error;
      throw error;
    } finally {
      await serve(from);
    }
    return null;
  }

  async function serve(next: HeldSnapshot): Promise<void> {
    held = next;
    // Not earlier, because the folder may not have existed.
    unwatch ??= folder.watch(wake.now);
    const { revision } = next.snapshot;
    options.metrics.revision.set(revision);
    await folder.acknowledge(processId, revision);
  }

  async function followSafely(): Promise<void> {
    try {
      await follow();
    } catch (error) {
      await refusals.note(await folder.current().catch(() => null), [error]);
    }
  }

  await followSafely();
  const endPreparation = startHourPreparation(() => held, options.log);
  const following = (async () => {
    while (!closed) {
      await wake.within(pollMs);
      if (!closed) await followSafely();
    }
  })();

  return {
    current: () => held?.snapshot ?? null,
    close: async () => {
      await endPreparation();
      closed = true;
      unwatch?.();
      wake.now();
      await following;
      await folder.forget(processId);
    },
  };
}

function isServed(held: HeldSnapshot, state: SnapshotState): boolean {
  return held.lineage() === state.lineage && held.snapshot.revision === state.revision;
}

/** Tracks states that could not be reached. Each is reported once and retried later. */
function createRefusals({ folder, log, metrics }: SnapshotFollowerOptions) {
  let refused: { readonly state: string; readonly atMs: number } | null = null;
  const keyOf = (state: SnapshotState | null) => (state === null ? '' : `${state.base.name} ${state.revision}`);
  return {
    holds: (state: SnapshotState | null): boolean =>
      refused !== null && refused.state === keyOf(state) && performance.now() - refused.atMs < retryMs,
    forget: () => {
      refused = null;
    },
    async note(state: SnapshotState | null, faults: readonly unknown[]): Promise<void> {
      const isNews = refused?.state !== keyOf(state);
      refused = { state: keyOf(state), atMs: performance.now() };
      const files = faults.flatMap((fault) => (fault instanceof UnusableFileError ? [fault.file] : []));
      if (isNews) {
        metrics.refusedSnapshots.inc();
        log.error({ err: faults[0], files, revision: state?.revision ?? null }, 'A snapshot cannot be used');
      }
      // If the folder is not writable, no publisher reads the report either.
      await Promise.all(files.map((file) => folder.reportDamage(file).catch(() => undefined)));
    },
  };
}
