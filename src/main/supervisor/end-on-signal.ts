import type { EventEmitter } from 'node:events';
import type { Logger } from '../../platform/log/log.ts';

/** Milliseconds until a shutdown is aborted. Delivery stops after five seconds, PostgreSQL after eight. */
const shutdownDeadlineMs = 9_500;
/**
 * Milliseconds within which a second signal is a repetition. One Ctrl-C may arrive twice: from the terminal and from
 * npm.
 */
const repeatMs = 1_000;

/**
 * Aborts with the first signal. A second signal that is not a repetition, or a shutdown that hangs, ends the process
 * immediately without an orderly stop of the database.
 *
 * @param drainMs milliseconds for which it continues to serve before the shutdown
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
        log.error('shutdown timed out, exiting immediately');
        source.exit(1);
      }, drainMs + shutdownDeadlineMs).unref();
    });
  }
  return end.signal;
}
