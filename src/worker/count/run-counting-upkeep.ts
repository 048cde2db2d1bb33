import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { hourMs, minuteMs } from '../../core/time/durations.ts';
import type { JournalArchive } from '../../exchange/journal/journal-archive.ts';
import type { Database } from '../../platform/db/schema.ts';
import { runRetryLoop } from '../../platform/process/retry-loop.ts';
import { forgetCounted, newestCountedHourEnd } from './remove-counted.ts';
import { forgetExposures } from './store-exposures.ts';
import { forgetScreenRecords } from './store-screen-records.ts';
import { forgetTouches } from './store-touches.ts';

const archivePauseMs = minuteMs;
const forgetPauseMs = 10 * minuteMs;
/**
 * Retention of the ID of an event after its expiry, so that a journal that is unread for a day is still counted
 * exactly.
 */
const rememberMs = 48 * hourMs;

export type CountingUpkeep = {
  readonly database: Kysely<Database>;
  /** Archive of raw segments that are rolled up. */
  readonly archive: JournalArchive;
  readonly log: Logger;
  /** Returns the time (epoch ms) up to which everything is rolled up. */
  readonly completeMs: () => number;
  readonly signal: AbortSignal;
};

/**
 * Archives rolled-up segments and deletes expired IDs of events, until the signal. Runs beside the roll-up, which would
 * otherwise wait for it.
 */
export async function runCountingUpkeep(options: CountingUpkeep): Promise<void> {
  const { database, archive, log, signal } = options;
  // Monotonic clock: setting back the wall clock must not prevent it for that long.
  let forgottenAtMs = Number.NEGATIVE_INFINITY;

  async function forget(completeMs: number): Promise<void> {
    const startedAtMs = Date.now();
    // Not based on the wall clock alone: a clock that is temporarily days ahead must not delete all IDs.
    const newestMs = await newestCountedHourEnd(database);
    if (newestMs === null) return;
    const beforeMs = Math.min(completeMs, newestMs);
    await forgetCounted(database, beforeMs - rememberMs, startedAtMs);
    await forgetScreenRecords(database, beforeMs);
    await forgetTouches(database, beforeMs);
    await forgetExposures(database, beforeMs);
  }

  await runRetryLoop({
    task: async () => {
      if (performance.now() - forgottenAtMs >= forgetPauseMs) {
        await forget(options.completeMs());
        await archive.removeOld();
        forgottenAtMs = performance.now();
      }
      await archive.send(signal);
    },
    pauseMs: archivePauseMs,
    failureMessage: 'Upkeep of counted events failed; retrying',
    log,
    signal,
  });
}
