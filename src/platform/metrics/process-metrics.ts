import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Ms between two looks; a delay is seen as what a look comes late. */
const resolutionMs = 20;
const nanosecondsPerSecond = 1e9;
const microsecondsPerSecond = 1e6;

/** What every process of the server measures of itself. */
export function measureProcess(registry: Registry): void {
  const registers = [registry];
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  new Gauge({
    name: 'placard_process_memory_bytes',
    help: 'Memory of the process that is resident',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Counter({
    name: 'placard_process_cpu_seconds_total',
    help: 'Time of processors that the process has used',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / microsecondsPerSecond);
    },
  });
  new Gauge({
    name: 'placard_event_loop_delay_seconds',
    help: 'How late the process got to what was due, since it was asked last',
    labelNames: ['quantile'],
    registers,
    collect() {
      for (const percent of [50, 99, 100]) {
        this.set({ quantile: String(percent / 100) }, delay.percentile(percent) / nanosecondsPerSecond);
      }
      delay.reset();
    },
  });
}
