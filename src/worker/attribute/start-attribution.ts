/*
 * Attribution of conversions to ads.
 *
 * - `start-attribution.ts`: the loop. `judge-conversions.ts`: pending conversions, in a transaction.
 * - `attribute-conversions.ts`, `find-touches.ts`: the ad of each conversion. `mark-converted.ts`: viewers of experiments.
 * - `recount-conversions.ts`: attribution again from the raw log.
 *
 * The rule is in `core/attribution`. See docs/decisions/0131-attribution.md.
 */

import type { Kysely } from 'kysely';
import { hourMs } from '../../core/time/durations.ts';
import { conversionsAtOnce } from '../../core/vocabulary/limits/conversion-limits.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { Lease } from '../../platform/lease/lease.ts';
import type { Logger } from '../../platform/log/log.ts';
import { runRetryLoop } from '../../platform/process/retry-loop.ts';
import { judgeConversions } from './judge-conversions.ts';
import { markConverted } from './mark-converted.ts';

const pauseMs = 1_000;
/** Time in milliseconds between two searches for converted viewers of experiments. */
const markPauseMs = 30_000;
/** Search again for this time, because an exposure can be counted after the conversion. */
const markAgainMs = hourMs;

/**
 * Starts a loop that attributes pending orders and marks converted viewers of experiments while this worker holds the
 * lease, until closed.
 */
export function startAttribution(options: {
  readonly database: Kysely<Database>;
  readonly lease: Pick<Lease, 'take'>;
  readonly log: Logger;
}): { close(): Promise<void> } {
  const { database, lease, log } = options;
  const end = new AbortController();
  let markedAtMs = Number.NEGATIVE_INFINITY;
  let searchFromMs = 0;
  const running = runRetryLoop({
    async task() {
      while (!end.signal.aborted && (await lease.take())) {
        if ((await judgeConversions(database)) === conversionsAtOnce) continue;
        if (performance.now() - markedAtMs < markPauseMs) return;
        const startedAtMs = Date.now();
        await markConverted(database, searchFromMs);
        searchFromMs = startedAtMs - markAgainMs;
        markedAtMs = performance.now();
        return;
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
