import type { Snapshot } from '../core/snapshot/snapshot.ts';
import { type ComponentState, failingComponents } from '../exchange/hosts/host-components.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';

/** State of each engine by name: `ok` or `away`. */
export type EngineReport = Readonly<Record<string, string>>;

/** State of the demo account at this start: unknown, being created, or created (or not required). */
export type Preparation = 'preparing' | 'seeding' | 'prepared';

/** Health of a delivery process. */
export type Condition = {
  /** Whether the process is shutting down. Load balancers should send no more requests. */
  isDraining(): boolean;
  drain(): void;
  /**
   * State of the engines as seen from this host. Empty on a single machine. While an engine is unreachable, the process
   * continues with local data.
   */
  engines(): EngineReport;
  noteEngines(report: EngineReport): void;
  /** All components of this host. Empty until the supervisor has reported them. */
  components(): readonly ComponentState[];
  noteComponents(report: readonly ComponentState[]): void;
  /** Returns the health while the process holds this snapshot. */
  judge(snapshot: Snapshot): Judgement;
};

export type Judgement = {
  readonly status: 'ok' | 'degraded' | 'starting' | 'draining';
  /** Whether the process accepts requests. */
  readonly ready: boolean;
  readonly reasons: readonly string[];
};

export function createCondition(
  metrics: DeliveryMetrics,
  preparation: () => Preparation = () => 'prepared',
  problems: () => readonly string[] = () => [],
): Condition {
  let draining = false;
  let components: readonly ComponentState[] = [];
  let engines: EngineReport = {};
  return {
    isDraining: () => draining,
    drain: () => {
      draining = true;
    },
    engines: () => engines,
    components: () => components,
    noteComponents: (report) => {
      components = report;
    },
    judge(snapshot) {
      if (draining) return { status: 'draining', ready: false, reasons: ['this process is about to end'] };
      if (!hasContent(snapshot, preparation())) {
        return { status: 'starting', ready: false, reasons: ['the demo account is not complete yet'] };
      }
      const reasons = [
        ...Object.entries(engines).flatMap(([engine, state]) => (state === 'away' ? [`${engine} is unreachable`] : [])),
        ...failingComponents(components),
        ...problems(),
      ];
      return { status: reasons.length === 0 ? 'ok' : 'degraded', ready: true, reasons };
    },
    noteEngines: (report) => {
      engines = report;
      for (const [engine, state] of Object.entries(report)) metrics.engineUp.set({ engine }, state === 'away' ? 0 : 1);
    },
  };
}

/** On a first start a snapshot is empty until the demo account is created. */
function hasContent(snapshot: Snapshot, preparation: Preparation): boolean {
  return preparation === 'prepared' || (preparation === 'preparing' && snapshot.positionById.size > 0);
}
