import { fileSweepMs, firstFileSweepMs } from '../../../../core/vocabulary/limits.ts';
import type { Lease } from '../../../../platform/lease/lease.ts';
import type { Logger } from '../../../../platform/log/log.ts';
import { type Sweep, sweepFiles } from './sweep-files.ts';

/** Looks through the stored files once a day; what goes wrong is tried again the next day. */
export function startFileSweep(
  sweep: Omit<Sweep, 'signal' | 'nowMs'> & {
    /** One worker looks at a time. */
    readonly lease: Lease;
    readonly log: Logger;
  },
): {
  close(): Promise<void>;
} {
  const { lease, log } = sweep;
  const ending = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const pass = async () => {
    try {
      if (!(await lease.take())) return;
      const removed = await sweepFiles({ ...sweep, nowMs: Date.now, signal: ending.signal });
      if (removed > 0) log.info({ removed }, 'Files that no creative names were removed');
    } catch (error) {
      if (!ending.signal.aborted) log.warn({ err: error }, 'Stored files could not be looked through');
    }
  };
  let timer = setTimeout(function again() {
    running = pass();
    timer = setTimeout(again, fileSweepMs).unref();
  }, firstFileSweepMs).unref();
  return {
    async close() {
      clearTimeout(timer);
      ending.abort();
      await running;
      await lease.close();
    },
  };
}
