/*
 * Publishing: from revisions to snapshot files, under the lease `publisher`.
 *
 * - `start-snapshot-publisher.ts`: the loop. `listen-for-revisions.ts`: notices of PostgreSQL.
 * - `read-changes.ts`, `read-all-rows.ts`, `build-snapshot-rows.ts`: rows that a revision affects, or all.
 * - `snapshot-writer.ts`: a delta or a base.
 *
 * See docs/internals/snapshot.md.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { Counter, Gauge } from 'prom-client';
import type { SnapshotFolder } from '../../exchange/snapshot/snapshot-folder.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Lease } from '../../platform/lease/lease.ts';
import type { Logger } from '../../platform/log/log.ts';
import { createWake, type Wake } from '../../platform/process/wake.ts';
import { listenForRevisions } from './listen-for-revisions.ts';
import { createSnapshotWriter } from './snapshot-writer.ts';

/** Polling interval, in case a notice is lost. */
const pollMs = 1_000;
/** Changes within this time share a delta. */
const coalesceMs = 20;
const maxPauseMs = 5_000;

const failuresTotal = new Counter({
  name: 'placard_snapshot_failures_total',
  help: 'Snapshots that could not be built or published. The previous one remains active',
});
const publishedRevision = new Gauge({ name: 'placard_snapshot_revision', help: 'Revision of the published snapshot' });

export type SnapshotPublisher = {
  /** Resolves when the first snapshot of this run is published, by this or another worker. */
  readonly started: Promise<void>;
  close(): Promise<void>;
};

/**
 * Publishes a snapshot of each new revision until closed. If the database is unavailable or the disk is full, the
 * previous snapshot remains active and it retries with backoff.
 */
export function startSnapshotPublisher(options: {
  readonly database: Kysely<Database>;
  /** URL of the same database, for the listening connection. */
  readonly databaseUrl: string;
  readonly snapshotFolder: SnapshotFolder;
  /** One worker publishes at a time. */
  readonly lease: Lease;
  readonly log: Logger;
}): SnapshotPublisher {
  const end = new AbortController();
  const wake = createWake();
  const first = Promise.withResolvers<void>();
  const listening = listenForRevisions({ ...options, signal: end.signal, notice: wake.now });
  const publishing = publishUntil(end.signal, { ...options, wake, published: first.resolve });
  return {
    started: first.promise,
    close: async () => {
      end.abort();
      wake.now();
      await Promise.all([listening, publishing]);
      await options.lease.close();
    },
  };
}

async function publishUntil(
  signal: AbortSignal,
  options: {
    readonly database: Kysely<Database>;
    readonly snapshotFolder: SnapshotFolder;
    readonly lease: Lease;
    readonly log: Logger;
    readonly wake: Wake;
    published(): void;
  },
): Promise<void> {
  const { log } = options;
  const newWriter = () =>
    createSnapshotWriter({
      database: options.database,
      folder: options.snapshotFolder,
      signal,
      onCompactionFailure: (error) => {
        if (!signal.aborted)
          log.warn({ err: error }, 'Writing a new snapshot base failed; deltas continue on the old one');
      },
    });
  let writer = newWriter();
  let failures = 0;
  while (!signal.aborted) {
    const startedMs = performance.now();
    try {
      const isOurs = await options.lease.take();
      // After another worker has published, the local state is outdated.
      if (!isOurs) writer = newWriter();
      const revision = isOurs ? await writer.writeNewest() : null;
      if (!isOurs) options.published();
      if (revision !== null) {
        publishedRevision.set(revision);
        log.debug({ revision }, 'snapshot published');
        options.published();
      }
      if (failures > 0) log.warn('Snapshot publishing resumed');
      failures = 0;
    } catch (error) {
      if (signal.aborted) break;
      failures += 1;
      failuresTotal.inc();
      // Logged once per outage to avoid flooding the log.
      if (failures === 1) log.error({ err: error }, 'Publishing a snapshot failed; the last one remains active');
    }
    await options.wake.within(Math.min(maxPauseMs, pollMs * 2 ** Math.min(failures, 10)));
    await delay(Math.max(0, startedMs + coalesceMs - performance.now()));
  }
  await writer.settle();
}
