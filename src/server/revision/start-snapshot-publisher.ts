import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { Counter, Gauge } from 'prom-client';
import type { Database } from '../db/schema.ts';
import type { Logger } from '../log.ts';
import type { SnapshotFolder } from '../snapshot-file/snapshot-folder.ts';
import { buildSnapshotRows } from './build-snapshot-rows.ts';
import { listenForRevisions } from './listen-for-revisions.ts';

/** The net below the notices: how long a revision can go unseen when its notice was lost. */
const pollMs = 1_000;
/** Changes that come in quick succession share a snapshot; far below the second within which an edit must serve. */
const coalesceMs = 20;
const maxPauseMs = 5_000;

const failuresTotal = new Counter({
  name: 'placard_snapshot_failures_total',
  help: 'Snapshots that could not be built or published; the one before goes on',
});
const publishedRevision = new Gauge({ name: 'placard_snapshot_revision', help: 'Revision of the published snapshot' });

export type SnapshotPublisher = {
  /** Resolves when the first snapshot of this run is published. */
  readonly started: Promise<void>;
  close(): Promise<void>;
};

/**
 * Publishes a snapshot of the newest revision whenever there is one, until closed. When the database is away or the
 * disk is full the old snapshot goes on, and it tries again with growing pauses.
 */
export function startSnapshotPublisher(options: {
  readonly database: Kysely<Database>;
  /** For the connection that listens; the same database. */
  readonly databaseUrl: string;
  readonly snapshotFolder: SnapshotFolder;
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
    },
  };
}

async function publishUntil(
  signal: AbortSignal,
  options: {
    readonly database: Kysely<Database>;
    readonly snapshotFolder: SnapshotFolder;
    readonly log: Logger;
    readonly wake: Wake;
    published(): void;
  },
): Promise<void> {
  const { log } = options;
  // Nothing counts as published by this run yet: another version of the program may have written the folder's snapshot.
  let published: number | null = null;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const newest = await readCurrentRevision(options.database);
      if (newest !== published) {
        const rows = await buildSnapshotRows(options.database);
        await options.snapshotFolder.publish(rows);
        published = rows.revision;
        publishedRevision.set(published);
        log.debug({ revision: published }, 'snapshot published');
        options.published();
      }
      if (failures > 0) log.warn({ revision: published }, 'snapshots are published again');
      failures = 0;
    } catch (error) {
      failures += 1;
      failuresTotal.inc();
      // Once per outage: the same line every few seconds would bury everything else.
      if (failures === 1) log.error({ err: error }, 'no new snapshot can be published; the last one goes on');
    }
    await options.wake.within(Math.min(maxPauseMs, pollMs * 2 ** Math.min(failures, 10)));
    await delay(coalesceMs);
  }
}

async function readCurrentRevision(database: Kysely<Database>): Promise<number> {
  const row = await database.selectFrom('currentRevision').select('currentRevision.revision').executeTakeFirstOrThrow();
  return row.revision;
}

type Wake = { now(): void; within(milliseconds: number): Promise<void> };

/** A wait that a notice ends; a notice that came before the wait ends it at once. */
function createWake(): Wake {
  let woken = false;
  let finish: (() => void) | null = null;
  return {
    now: () => {
      woken = true;
      finish?.();
    },
    within: async (milliseconds) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, milliseconds);
      finish = resolve;
      if (woken) resolve();
      await promise;
      clearTimeout(timer);
      finish = null;
      woken = false;
    },
  };
}
