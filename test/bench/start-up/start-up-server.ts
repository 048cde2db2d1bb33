import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Figures of a process since the previous report. */
export type PauseReport = {
  /** Longest time for which the event loop could not run a timer, in milliseconds. */
  readonly longestPauseMs: number;
  /** Resident memory, and its parts after a garbage collection, in MiB. `typedMb` includes shared buffers. */
  readonly residentMb: number;
  readonly heapMb: number;
  readonly typedMb: number;
};

/** Request to such a server: sets its clock relative to the real one, or asks for a report. */
export type StartUpCommand = { readonly clockOffsetMs: number } | 'pauses' | 'memory';

// A delivery process with an adjustable clock that measures pauses of its event loop. Started with --expose-gc.
const realNow = Date.now;
let offsetMs = 0;
Date.now = () => realNow() + offsetMs;
const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
const mebibyte = 1024 * 1024;

process.on('message', (command: StartUpCommand) => {
  if (typeof command === 'object') offsetMs = command.clockOffsetMs;
  if (command === 'memory') globalThis.gc?.();
  if (command !== 'memory' && command !== 'pauses') return;
  const { rss, heapUsed, external } = process.memoryUsage();
  const report: PauseReport = {
    longestPauseMs: delays.max / 1e6,
    residentMb: rss / mebibyte,
    heapMb: heapUsed / mebibyte,
    typedMb: external / mebibyte,
  };
  delays.reset();
  process.send?.(report);
});

await import('../delivery-server.ts');
