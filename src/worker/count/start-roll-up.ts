import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { JournalArchive } from '../../exchange/journal/journal-archive.ts';
import { advanceRollUpState } from '../../exchange/journal/roll-up-state.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { JournalShipping } from './journal-shipping.ts';
import { runCountingUpkeep } from './run-counting-upkeep.ts';

const pauseMs = 300;
const longestBackOffMs = 2_000;
/** Maximum delay between the arrival of an event and its journal record. `asOf` lags behind by it. */
const underWayMs = 1_500;
const statePauseMs = 2_000;

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
  let completeMs = 0;
  const rolledUp = Promise.withResolvers<void>();

  async function cycle(): Promise<void> {
    const startedAtMs = Date.now();
    const cycleMs = performance.now();
    const stateIsDue = cycleMs - stateWrittenAtMs >= statePauseMs;
    // Before counting: a limit that a wrong clock has set in the future would prevent it.
    if (stateIsDue) await advanceRollUpState(database, {}, startedAtMs);
    await hooks?.before();
    const shippedMs = await shipping.shipAll(stop.signal);
    if (stop.signal.aborted) return;
    await hooks?.after();
    completeMs = shippedMs - underWayMs;
    rolledUp.resolve();
    if (stateIsDue) {
      await advanceRollUpState(database, { asOfMs: completeMs }, startedAtMs);
      stateWrittenAtMs = cycleMs;
    }
  }

  const running = Promise.all([
    repeat({ cycle, log, signal: stop.signal }),
    rolledUp.promise.then(() =>
      runCountingUpkeep({ database, archive, log, completeMs: () => completeMs, signal: stop.signal }),
    ),
  ]);
  return {
    settle: async () => void (await shipping.shipAll(stop.signal)),
    close: async () => {
      stop.abort();
      rolledUp.resolve();
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
