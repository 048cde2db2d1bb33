import type { EventEmitter } from 'node:events';
import type { Logger } from '../../platform/log/log.ts';

/** Delivery gives up after five seconds, PostgreSQL after eight; whatever hangs beyond this is left. */
const shutdownDeadlineMs = 9_500;
/** One Ctrl-C may arrive twice: from the terminal, and once more from npm, which passes it on. */
const repeatMs = 1_000;

/**
 * Aborts with the first signal. A second one that is no repetition of it, or a shutdown that hangs, ends the process at
 * once, without stopping the database in order.
 *
 * @param drainMs how long it goes on serving before it begins to end
 */
export function endOnSignal(
  log: Logger,
  source: Pick<EventEmitter, 'on'> & Pick<NodeJS.Process, 'exit'>,
  drainMs = 0,
): AbortSignal {
  const end = new AbortController();
  let firstAtMs = 0;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    source.on(signal, () => {
      if (end.signal.aborted) {
        if (performance.now() - firstAtMs > repeatMs) source.exit(130);
        return;
      }
      firstAtMs = performance.now();
      log.info({ signal }, 'shutting down');
      end.abort();
      setTimeout(() => {
        log.error('the shutdown hangs; leaving');
        source.exit(1);
      }, drainMs + shutdownDeadlineMs).unref();
    });
  }
  return end.signal;
}
