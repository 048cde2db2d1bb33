/*
 * Processes, and work inside a process.
 *
 * - `retry-loop.ts`, `wake.ts`, `limit-concurrency.ts`: tasks that repeat, wait or share a limit.
 * - `lower-priority.ts`: CPU priorities. `weigh-shared-buffer.ts`: memory of shared buffers. `program-version.ts`: version.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Wake } from './wake.ts';

/** Runs a task in a loop until the signal and resolves when it has ended. Failures are retried after the pause. */
export async function runRetryLoop(options: {
  readonly task: () => Promise<void>;
  readonly pauseMs: number;
  /** Log message of a failure, once per outage. */
  readonly failureMessage: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Ends a pause. */
  readonly wake?: Wake;
}): Promise<void> {
  const { signal, pauseMs } = options;
  let hasFailed = false;
  while (!signal.aborted) {
    try {
      await options.task();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed && !signal.aborted) options.log.error({ err: error }, options.failureMessage);
      hasFailed = true;
    }
    if (options.wake !== undefined) await options.wake.within(pauseMs);
    // The signal ends the pause. That is not a failure.
    else await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
