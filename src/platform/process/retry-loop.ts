import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Wake } from './wake.ts';

/** Does a task again and again until the signal; resolves when it has ended. What fails is tried again after the pause. */
export async function runRetryLoop(options: {
  readonly task: () => Promise<void>;
  readonly pauseMs: number;
  /** What the log says when it fails, once per outage. */
  readonly complaint: string;
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
      if (!hasFailed && !signal.aborted) options.log.error({ err: error }, options.complaint);
      hasFailed = true;
    }
    if (options.wake !== undefined) await options.wake.within(pauseMs);
    // The signal ends the pause; that is no failure.
    else await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
