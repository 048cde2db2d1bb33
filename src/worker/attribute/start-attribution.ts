import type { Kysely } from 'kysely';
import { conversionsAtOnce } from '../../core/vocabulary/limits/conversion-limits.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Lease } from '../../platform/lease/lease.ts';
import type { Logger } from '../../platform/log/log.ts';
import { runRetryLoop } from '../../platform/process/retry-loop.ts';
import { judgeConversions } from './judge-conversions.ts';

const pauseMs = 1_000;

/** Starts a loop that attributes pending orders while this worker holds the lease, until closed. */
export function startAttribution(options: {
  readonly database: Kysely<Database>;
  readonly lease: Pick<Lease, 'take'>;
  readonly log: Logger;
}): { close(): Promise<void> } {
  const { database, lease, log } = options;
  const end = new AbortController();
  const running = runRetryLoop({
    async task() {
      while (!end.signal.aborted && (await lease.take())) {
        if ((await judgeConversions(database)) < conversionsAtOnce) return;
      }
    },
    pauseMs,
    failureMessage: 'Attribution of orders failed; pending orders are retried',
    log,
    signal: end.signal,
  });
  return {
    async close() {
      end.abort();
      await running;
    },
  };
}
