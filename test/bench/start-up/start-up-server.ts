import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Figures of a process since the previous report. */
export type PauseReport = {
  /** Longest time for which the event loop could not run a timer, in milliseconds. */
  readonly longestPauseMs: number;
  /** Longest CPU time of the main thread between two timers. Other programs on the machine do not affect it. */
  readonly longestWorkMs: number;
  /** CPU time of all threads since the start of the process, in milliseconds. */
  readonly cpuMs: number;
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

let workedMs = threadCpuMs();
let longestWorkMs = 0;
setInterval(() => {
  const nowMs = threadCpuMs();
  longestWorkMs = Math.max(longestWorkMs, nowMs - workedMs);
  workedMs = nowMs;
}, 1).unref();

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

process.on('message', (command: StartUpCommand) => {
  if (typeof command === 'object') offsetMs = command.clockOffsetMs;
  if (command === 'memory') globalThis.gc?.();
  if (command !== 'memory' && command !== 'pauses') return;
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const report: PauseReport = {
    longestPauseMs: delays.max / 1e6,
    longestWorkMs,
    cpuMs: (user + system) / 1_000,
    residentMb: rss / mebibyte,
    heapMb: heapUsed / mebibyte,
    typedMb: external / mebibyte,
  };
  delays.reset();
  longestWorkMs = 0;
  workedMs = threadCpuMs();
  process.send?.(report);
});

await import('../delivery-server.ts');
