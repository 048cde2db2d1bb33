import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Sampling interval in ms. Event loop delay is measured as the lateness of a sample. */
const resolutionMs = 20;
const nanosecondsPerSecond = 1e9;
const microsecondsPerSecond = 1e6;

/** Registers the metrics of every server process. Memory and CPU time of a thread are in those of its process. */
export function measureProcess(registry: Registry): void {
  measureEventLoop(registry);
  if (!isMainThread) return;
  const registers = [registry];
  new Gauge({
    name: 'placard_process_memory_bytes',
    help: 'Resident memory of the process',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Counter({
    name: 'placard_process_cpu_seconds_total',
    help: 'CPU time used by the process',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / microsecondsPerSecond);
    },
  });
}

function measureEventLoop(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  new Gauge({
    name: 'placard_event_loop_delay_seconds',
    help: 'Event loop delay since the last scrape',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      for (const percent of [50, 99, 100]) {
        this.set({ quantile: String(percent / 100) }, delay.percentile(percent) / nanosecondsPerSecond);
      }
      delay.reset();
    },
  });
}
