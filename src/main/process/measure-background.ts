import { Registry } from 'prom-client';
import { measureProcess } from '../../platform/metrics/process-metrics.ts';
import { answerMeasure, type Supervised } from './supervised.ts';

/** Returns the metrics of a process without endpoints to its supervisor on request. */
export function measureBackground(supervised: Supervised, name: string): void {
  const registry = new Registry();
  registry.setDefaultLabels({ process: name });
  measureProcess(registry);
  answerMeasure(supervised, () => registry.getMetricsAsJSON());
}
