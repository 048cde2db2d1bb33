import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { displayEventWindowMs } from '../../core/words/limits.ts';
import type { Database } from '../db/schema.ts';
import { removeOldArchives } from './archive-segments.ts';
import { forgetCounted } from './forget-counted.ts';
import { createJournalShipping } from './journal-shipping.ts';
import { advanceRollUpState } from './roll-up-state.ts';

const pauseMs = 300;
const longestBackOffMs = 5_000;
/** How long an event may be under way from its arrival to the journal; `asOf` stays behind by it. */
const underWayMs = 1_500;
const statePauseMs = 2_000;
const tidyPauseMs = 10 * 60 * 1000;
/** Far beyond the time in which an event is accepted, so that a journal that lies unread for a day is still exact. */
const rememberMs = displayEventWindowMs + 48 * 60 * 60 * 1000;

export type RollUp = {
  /** Resolves when everything journalled before the call has been rolled up; rejects when that fails. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

export type RollUpDependencies = {
  readonly database: Kysely<Database>;
  readonly journalFolder: string;
  readonly log: Logger;
};

/**
 * Rolls up all journals of this machine, again and again, until closed. When the database is away it waits longer and
 * longer (at most five seconds) and then catches up; the journal keeps everything meanwhile.
 */
export function startRollUp(dependencies: RollUpDependencies): RollUp {
  const { database, journalFolder, log } = dependencies;
  const shipping = createJournalShipping(dependencies);
  const stop = new AbortController();
  let stateWrittenAtMs = 0;
  let tidiedAtMs = 0;

  async function cycle(): Promise<void> {
    const startedAtMs = Date.now();
    await shipping.shipAll(stop.signal);
    if (stop.signal.aborted) return;
    const asOfMs = startedAtMs - underWayMs;
    if (startedAtMs - stateWrittenAtMs >= statePauseMs) {
      await advanceRollUpState(database, { asOfMs });
      stateWrittenAtMs = startedAtMs;
    }
    if (startedAtMs - tidiedAtMs < tidyPauseMs) return;
    await forgetCounted(database, asOfMs - rememberMs);
    await removeOldArchives(journalFolder);
    tidiedAtMs = startedAtMs;
  }

  const running = repeat({ cycle, log, signal: stop.signal });
  return {
    settle: () => shipping.shipAll(stop.signal),
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
