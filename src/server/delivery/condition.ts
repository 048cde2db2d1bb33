import type { DeliveryMetrics } from './delivery-metrics.ts';

/** By name of an engine, `ok` or `away`. */
export type EngineReport = Readonly<Record<string, string>>;

/** What a delivery process says of itself when it is asked after its health. */
export type Condition = {
  /** It is to end: whoever distributes the load shall send no more. */
  isDraining(): boolean;
  drain(): void;
  /** As its host finds them; empty where everything is on one machine. While one is away, the local view goes on. */
  engines(): EngineReport;
  noteEngines(report: EngineReport): void;
};

export function createCondition(metrics: DeliveryMetrics): Condition {
  let draining = false;
  let engines: EngineReport = {};
  return {
    isDraining: () => draining,
    drain: () => {
      draining = true;
    },
    engines: () => engines,
    noteEngines: (report) => {
      engines = report;
      for (const [engine, state] of Object.entries(report)) metrics.engineUp.set({ engine }, state === 'away' ? 0 : 1);
    },
  };
}
