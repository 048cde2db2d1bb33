import { fileSweepMs, firstFileSweepMs } from '../../../../core/vocabulary/limits/upload-limits.ts';
import type { Lease } from '../../../../platform/lease/lease.ts';
import type { Logger } from '../../../../platform/log/log.ts';
import { type Sweep, sweepFiles } from './sweep-files.ts';

/** Removes unused stored files once a day. A failed run is repeated the next day. */
export function startFileSweep(
  sweep: Omit<Sweep, 'signal' | 'nowMs'> & {
    /** Held by the one worker that sweeps. */
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
      if (removed > 0) log.info({ removed }, 'File sweep: removed unused files');
    } catch (error) {
      if (!ending.signal.aborted) log.warn({ err: error }, 'File sweep: failed, next attempt tomorrow');
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
