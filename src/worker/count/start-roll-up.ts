import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { hourMs } from '../../core/time/durations.ts';
import type { JournalArchive } from '../../exchange/journal/journal-archive.ts';
import { advanceRollUpState } from '../../exchange/journal/roll-up-state.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { JournalShipping } from './journal-shipping.ts';
import { forgetCounted, newestCountedHourEnd } from './remove-counted.ts';
import { forgetScreenRecords } from './store-screen-records.ts';
import { forgetTouches } from './store-touches.ts';

const pauseMs = 300;
const longestBackOffMs = 2_000;
/** Maximum delay between the arrival of an event and its journal record. `asOf` lags behind by it. */
const underWayMs = 1_500;
const statePauseMs = 2_000;
const tidyPauseMs = 10 * 60 * 1000;
/**
 * Retention of the ID of an event after its expiry, so that a journal that is unread for a day is still counted
 * exactly.
 */
const rememberMs = 48 * hourMs;

export type RollUp = {
  /** Resolves when everything journaled before the call has been rolled up. Rejects if that fails. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

export type RollUpDependencies = {
  readonly database: Kysely<Database>;
  /** Transport of events from the delivery processes. */
  readonly shipping: JournalShipping;
  /** Archive of raw segments that are rolled up. */
  readonly archive: JournalArchive;
  readonly log: Logger;
  /** Called before and after each roll-up of all journals. Must not throw. */
  readonly hooks?: { before(): Promise<void>; after(): Promise<void> };
};

/**
 * Rolls up all journals in a loop until closed. While the database is unavailable, retries with a growing backoff (at
 * most 2 seconds), then catches up. The journal retains all events meanwhile.
 */
export function startRollUp(dependencies: RollUpDependencies): RollUp {
  const { database, shipping, archive, log, hooks } = dependencies;
  const stop = new AbortController();
  // Monotonic clock: setting back the wall clock must not pause either for that long.
  let stateWrittenAtMs = Number.NEGATIVE_INFINITY;
  let tidiedAtMs = Number.NEGATIVE_INFINITY;

  async function cycle(): Promise<void> {
    const startedAtMs = Date.now();
    const cycleMs = performance.now();
    const stateIsDue = cycleMs - stateWrittenAtMs >= statePauseMs;
    // Before counting: a limit that a wrong clock has set in the future would prevent it.
    if (stateIsDue) await advanceRollUpState(database, {}, startedAtMs);
    await hooks?.before();
    const completeMs = await shipping.shipAll(stop.signal);
    if (stop.signal.aborted) return;
    await hooks?.after();
    const asOfMs = completeMs - underWayMs;
    if (stateIsDue) {
      await advanceRollUpState(database, { asOfMs }, startedAtMs);
      stateWrittenAtMs = cycleMs;
    }
    if (cycleMs - tidiedAtMs < tidyPauseMs) return;
    // Not based on the wall clock alone: a clock that is temporarily days ahead must not delete all IDs.
    const newestMs = await newestCountedHourEnd(database);
    if (newestMs !== null) await forgetCounted(database, Math.min(asOfMs, newestMs) - rememberMs, startedAtMs);
    if (newestMs !== null) await forgetScreenRecords(database, Math.min(asOfMs, newestMs));
    if (newestMs !== null) await forgetTouches(database, Math.min(asOfMs, newestMs));
    await archive.send();
    await archive.removeOld();
    tidiedAtMs = cycleMs;
  }

  const running = repeat({ cycle, log, signal: stop.signal });
  return {
    settle: async () => void (await shipping.shipAll(stop.signal)),
    close: async () => {
      stop.abort();
      await running;
    },
  };
}

async function repeat(options: {
  readonly cycle: () => Promise<void>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}): Promise<void> {
  let failures = 0;
  while (!options.signal.aborted) {
    try {
      await options.cycle();
      if (failures > 0) options.log.info('Roll-up resumed');
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === 1) options.log.error({ err: error }, 'Roll-up failed; retrying, events remain in the journal');
    }
    await pause(Math.min(pauseMs * 2 ** Math.min(failures, 10), longestBackOffMs), options.signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish, { once: true });
    if (signal.aborted) finish();
  });
}
