import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { hourMs } from '../../core/time/durations.ts';
import type { JournalArchive } from '../../exchange/journal/journal-archive.ts';
import { advanceRollUpState } from '../../exchange/journal/roll-up-state.ts';
import type { Database } from '../../platform/db/schema.ts';
import { forgetCounted, newestCountedHourEnd } from './forget-counted.ts';
import type { JournalShipping } from './journal-shipping.ts';
import { forgetScreenRecords } from './keep-screen-records.ts';
import { forgetTouches } from './keep-touches.ts';

const pauseMs = 300;
const longestBackOffMs = 2_000;
/** How long an event may be under way from its arrival to the journal; `asOf` stays behind by it. */
const underWayMs = 1_500;
const statePauseMs = 2_000;
const tidyPauseMs = 10 * 60 * 1000;
/** How long an event is known after it expired, so that a journal that lies unread for a day is still exact. */
const rememberMs = 48 * hourMs;

export type RollUp = {
  /** Resolves when everything journalled before the call has been rolled up; rejects when that fails. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

export type RollUpDependencies = {
  readonly database: Kysely<Database>;
  /** How events come from the delivery processes. */
  readonly shipping: JournalShipping;
  /** Where raw segments are kept when they are rolled up. */
  readonly archive: JournalArchive;
  readonly log: Logger;
  /** Told before and after each time that all journals are rolled up; neither may throw. */
  readonly beside?: { before(): Promise<void>; after(): Promise<void> };
};

/**
 * Rolls up all journals, again and again, until closed. When the database is away it waits longer and
 * longer (at most two seconds) and then catches up; the journal keeps everything meanwhile.
 */
export function startRollUp(dependencies: RollUpDependencies): RollUp {
  const { database, shipping, archive, log, beside } = dependencies;
  const stop = new AbortController();
  // By the clock that only goes forward: when the other one is set back, neither may pause for as long.
  let stateWrittenAtMs = Number.NEGATIVE_INFINITY;
  let tidiedAtMs = Number.NEGATIVE_INFINITY;

  async function cycle(): Promise<void> {
    const startedAtMs = Date.now();
    const cycleMs = performance.now();
    const stateIsDue = cycleMs - stateWrittenAtMs >= statePauseMs;
    // Before anything is counted: a limit that a wrong clock has left in the future would keep it from counting.
    if (stateIsDue) await advanceRollUpState(database, {}, startedAtMs);
    await beside?.before();
    const completeMs = await shipping.shipAll(stop.signal);
    if (stop.signal.aborted) return;
    await beside?.after();
    const asOfMs = completeMs - underWayMs;
    if (stateIsDue) {
      await advanceRollUpState(database, { asOfMs }, startedAtMs);
      stateWrittenAtMs = cycleMs;
    }
    if (cycleMs - tidiedAtMs < tidyPauseMs) return;
    // Not by the clock alone: one that is days ahead for a moment must not make everything forgotten.
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
      if (failures > 0) options.log.info('The roll-up works again');
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === 1)
        options.log.error({ err: error }, 'The roll-up failed; it tries again, events wait in the journal');
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
