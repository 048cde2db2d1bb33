import type { Kysely } from 'kysely';
import { hourMs, minuteMs } from '../../core/time/durations.ts';
import { snapshotFolders } from '../../exchange/snapshot-history/keep-history.ts';
import { openPastSnapshots } from '../../exchange/snapshot-history/past-snapshots.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Lease } from '../../platform/lease/lease.ts';
import type { Logger } from '../../platform/log/log.ts';
import { runRetryLoop } from '../../platform/process/retry-loop.ts';
import { recordPlannedPlays } from './record-planned-plays.ts';
import { sumMissedPlays } from './sum-missed-plays.ts';

/** Most minutes after the end of an hour until its planned plays are recorded. */
const pauseMs = minuteMs;

/** Starts a loop that records the planned plays of screens while this worker holds the lease, until closed. */
export function startPlannedPlays(options: {
  readonly database: Kysely<Database>;
  readonly dataFolder: string;
  readonly lease: Pick<Lease, 'take' | 'close'>;
  readonly log: Logger;
}): { close(): Promise<void> } {
  const { database, dataFolder, lease, log } = options;
  const end = new AbortController();
  const snapshots = openPastSnapshots(snapshotFolders(dataFolder));
  let summedHour = Number.NEGATIVE_INFINITY;
  const running = runRetryLoop({
    async task() {
      if (!(await lease.take())) return;
      const nowMs = Date.now();
      const recorded = await recordPlannedPlays({ database, snapshots }, nowMs, end.signal);
      const hour = Math.floor(nowMs / hourMs);
      if (recorded === 0 && hour === summedHour) return;
      await sumMissedPlays(database, nowMs);
      summedHour = hour;
    },
    pauseMs,
    failureMessage: 'Planned plays of screens cannot be recorded; retrying',
    log,
    signal: end.signal,
  });
  return {
    async close() {
      end.abort();
      await running;
      await lease.close();
    },
  };
}
